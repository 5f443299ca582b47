"""Where a request comes from: one home is one network, however its address is written."""

import pytest

from quatuor.server.networks import network_of


@pytest.mark.parametrize(
    ("address", "network"),
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
def test_a_home_is_one_network_however_its_address_is_written(address: str, network: str) -> None:
    assert network_of({"client": (address, 1)}) == network


def test_a_request_without_an_address_has_no_network() -> None:
    assert network_of({"client": None}) == network_of({}) == ""
