"""Where a request comes from: one home stays one, however its address is written."""

import pytest

from quatuor.server.homes import home_of

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:0DB8:0001:0002:0000::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_home_stays_one_however_its_address_is_written(address: str, home: str) -> None:
    assert home_of({"client": (address, 1)}) == home


def test_a_request_without_an_address_has_no_home() -> None:
    assert home_of({"client": None}) == home_of({}) == ""
