//! The module `net`: properties of network addresses.

use super::address::{Length, Prefix, hardware, parse_url, split_hostport, written};
use super::call::{Call, catchable};
use super::define::{Cost, Function, Outcome};
use super::netip::prefix_error;
use polycty_core::values::Value;
use polycty_engine::Failure;
use std::net::IpAddr;

pub(super) static TABLE: &[Function] = &[
    Function::pure("net.cidr_to_ip", "func(a str) str", Cost::Linear, |call| {
        call.text(&written(trimmed(call)?.address))
    }),
    Function::pure(
        "net.cidr_to_prefix",
        "func(a str) str",
        Cost::Linear,
        |call| call.text(&trimmed(call)?.bits.to_string()),
    ),
    Function::pure(
        "net.cidr_to_mask",
        "func(a str) str",
        Cost::Linear,
        |call| call.text(&written(trimmed(call)?.mask())),
    ),
    Function::pure(
        "net.cidr_to_network",
        "func(a str) str",
        Cost::Linear,
        |call| {
            let prefix = trimmed(call)?;
            call.text(&format!("{}/{}", written(prefix.network().0), prefix.bits))
        },
    ),
    Function::pure(
        "net.cidr_to_first",
        "func(a str) str",
        Cost::Linear,
        |call| {
            let next = strict(call)?.next();
            call.text(
                &next
                    .ok_or_else(|| catchable("no usable next address"))?
                    .to_string(),
            )
        },
    ),
    Function::pure(
        "net.cidr_to_last",
        "func(a str) str",
        Cost::Linear,
        |call| call.text(&strict(call)?.last().to_string()),
    ),
    Function::pure(
        "net.ip_in_cidr",
        "func(ip str, cidr str) bool",
        Cost::Linear,
        ip_in_cidr,
    ),
    Function::pure("net.is_mac", "func(a str) bool", Cost::Linear, |call| {
        Ok(Value::bool(hardware(call.str(0)).is_some()))
    }),
    Function::pure("net.macfmt", "func(a str) str", Cost::Linear, |call| {
        mac(call, ":")
    }),
    Function::pure("net.oldmacfmt", "func(a str) str", Cost::Linear, |call| {
        mac(call, "-")
    }),
    Function::pure(
        "net.split_hostport",
        "func(str) struct{host str; port str}",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            let (host, port) = split_hostport(text).map_err(|what| {
                let address = if text.is_empty() {
                    String::new()
                } else {
                    format!("address {text}: ")
                };
                catchable(format!("error parsing the input: {address}{what}"))
            })?;
            call.fields([host, port])
        },
    ),
    Function::pure(
        "net.url_parser",
        "func(str) struct{scheme str; host str; path str; raw_query str}",
        Cost::Linear,
        url_parser,
    ),
];

/// Parses a prefix with surrounding spaces.
fn trimmed(call: &Call<'_>) -> Result<Prefix, Failure> {
    prefix(call.str(0).trim())
}

fn prefix(text: &str) -> Result<Prefix, Failure> {
    let prefix = Prefix::parse(text, Length::Digits);
    prefix.ok_or_else(|| catchable(format!("invalid CIDR address: {text}")))
}

/// Parses a prefix without surrounding spaces or leading zeros in its length.
fn strict(call: &Call<'_>) -> Result<Prefix, Failure> {
    let text = call.str(0);
    let prefix = Prefix::parse(text, Length::Plain);
    prefix.ok_or_else(|| catchable(prefix_error(text)))
}

fn ip_in_cidr(call: &Call<'_>) -> Outcome {
    let text = call.str(0);
    let address: Result<IpAddr, _> = text.parse();
    let address = address.map_err(|_| catchable(format!("invalid IP: {text}")))?;
    Ok(Value::bool(prefix(call.str(1))?.contains(address)))
}

fn mac(call: &Call<'_>, separator: &str) -> Outcome {
    /// Six octets of two digits, and five separators.
    const LENGTH: usize = 17;
    let text = call.str(0);
    if text.len() != LENGTH {
        return Err(catchable(format!("invalid MAC address length: {text}")));
    }
    let octets = hardware(text);
    let octets = octets.ok_or_else(|| catchable(format!("address {text}: invalid MAC address")))?;
    call.text(&octets.map(|octet| format!("{octet:02x}")).join(separator))
}

fn url_parser(call: &Call<'_>) -> Outcome {
    let text = call.str(0);
    call.charge_scan(text)?;
    let parts = parse_url(text).map_err(|what| catchable(format!("parse {text:?}: {what}")))?;
    if parts[0].is_empty() {
        return Err(catchable("empty schemes are invalid"));
    }
    call.fields(parts.each_ref().map(String::as_str))
}
