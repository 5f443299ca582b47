"""Where you are signed in, and the way to one more device."""

from typing import Annotated

import segno
from fastapi import APIRouter, Path, Request, Response

from quatuor.core.texts import Language
from quatuor.server import clock
from quatuor.server.http.device_messages import Device, DeviceLink, DeviceLinkLook, DeviceLinkOffer, DeviceLinkUse
from quatuor.server.http.messages import Me
from quatuor.server.http.routes.dependencies import Here, InLanguage, ServicesDep, address, is_this_machine, problems
from quatuor.server.people import device_links, devices
from quatuor.server.people.devices import Identity
from quatuor.server.refusals import refuse
from quatuor.server.services import Services
from quatuor.server.store.queries import tables_of
from quatuor.server.texts import TEXTS

router = APIRouter(tags=["people"])

_MOST_COUNTED = 200


@router.get("/me/devices")
async def find_my_devices(services: ServicesDep, here: Here, language: InLanguage) -> list[Device]:
    """Where you are signed in: the device that asks, then the one seen last."""
    return await _listed(services, here, language) if here else []


@router.delete("/me/devices", responses=problems(403))
async def sign_out_others(services: ServicesDep, here: Here, language: InLanguage) -> list[Device]:
    """Sign out everywhere but here; return links that were made for your seats become void."""
    here = _somebody(here)
    await services.sign_out(here, None)
    return await _listed(services, here, language)


@router.delete("/me/devices/{device}", responses=problems(403, 404))
async def sign_out(
    device: Annotated[str, Path(max_length=64, description="its id")],
    services: ServicesDep,
    here: Here,
    language: InLanguage,
    request: Request,
    response: Response,
) -> list[Device]:
    """Sign a device of yours out: its cookie or token is worth nothing from then on, and its sockets are closed."""
    here = _somebody(here)
    if not await services.sign_out(here, device):
        refuse("unknown", "device.unknown")
    if device == here.device:
        services.people.set_cookie(None, request, response)
    return await _listed(services, here, language)


@router.post("/me/devices/link", responses=problems(403))
async def make_device_link(services: ServicesDep, here: Here, request: Request) -> DeviceLink:
    """A private address that signs one more browser in as you, once and within ten minutes; a new one replaces it."""
    token = await device_links.make(services.store, _somebody(here).device)
    # What follows the # stays in the browser: no log and no other site ever sees it.
    url = address(services, request, f"device#{token}")
    rows = ["".join(map(str, row)) for row in segno.make_qr(url).matrix]
    return DeviceLink(
        url=url, qr=rows, expires=clock.wall() + device_links.LINK_SECONDS, only_here=is_this_machine(url)
    )


@router.post("/device-link/look", responses=problems(404))
async def look_at_device_link(wanted: DeviceLinkLook, services: ServicesDep, here: Here) -> DeviceLinkOffer:
    """Whom a device link signs in, and what this browser would give up."""
    person = await services.people.find(await device_links.find(services.store, wanted.token))
    you = await services.people.find(here.person if here else None)
    assert person is not None
    return DeviceLinkOffer(
        name=person.name,
        same=here is not None and here.person == person.id,
        you=you.name if you else None,
        games=await _games(services, here),
        last=here is not None and len(await services.people.devices.of(here.person)) == 1,
    )


@router.post("/device-link", responses=problems(403, 404, 409))
async def use_device_link(
    wanted: DeviceLinkUse, services: ServicesDep, here: Here, request: Request, response: Response
) -> Me:
    """Sign this browser in as the person of a device link; a browser that has games needs `replace` to give them up."""
    if devices.is_program(request):
        refuse("forbidden", "device.link_browser")
    target = await device_links.find(services.store, wanted.token)
    if here is None or here.person != target:
        if not wanted.replace and await _games(services, here):
            refuse("conflict", "device.link_replaces")
        target, cookie = await services.people.devices.add_by_link(wanted.token, request)
        if here is not None:
            await services.sign_out(here, here.device)
        services.people.set_cookie(cookie, request, response)
    person = await services.people.find(target)
    return Me(name=person.name if person else None, face=person.face if person else None)


def _somebody(here: Identity | None) -> Identity:
    """Who is asking; refused if they are not known here."""
    return here or refuse("forbidden", "device.nobody")


async def _games(services: Services, here: Identity | None) -> int:
    return len(await services.tables.ids(tables_of(here.person, _MOST_COUNTED))) if here else 0


async def _listed(services: Services, here: Identity, language: Language) -> list[Device]:
    listed = await services.people.devices.of(here.person)
    listed.sort(key=lambda device: device.id != here.device)
    return [
        Device(
            id=device.id,
            kind=device.kind,
            label=_label(device, language),
            system=device.system,
            here=device.id == here.device,
            created=device.created,
            seen=device.seen,
        )
        for device in listed
    ]


def _label(device: devices.Device, language: Language) -> str:
    known = "_".join(name for name in ("app", "system") if getattr(device, name))
    key = f"device.{device.kind}" + (f".{known}" if known else "")
    return TEXTS.say(language, key, app=device.app, system=device.system)
