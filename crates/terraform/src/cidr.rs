//! IP networks in CIDR notation.
//!
//! An address is a number of 32 or 128 bits. Where Terraform checks only 64 bits of a number and
//! continues with the result, this module does the same, so the results are equal, including the
//! unexpected ones.

use crate::own::{Own, own};
use num_bigint::{BigInt, Sign};
use num_traits::One;
use polycty_core::calls::{Call, Parameter, Signature};
use polycty_core::source::{Error, Quotes, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::functions::define::{
    goes_through, list_of_strings, makes_elements, never_null, number, numeric, refused, string,
    text, whole,
};
use polycty_hcl::functions::{Cost, Function};
use std::net::{Ipv4Addr, Ipv6Addr};

/// The maximum number of digits of a host or network number. No address has a tenth of them.
const MAX_DIGITS: usize = 1000;

/// The maximum number of bits that one step adds to the prefix of a network.
const MAX_EXTENSION: i64 = 32;

pub(crate) fn functions() -> Vec<Own> {
    let about = |description: &str| {
        let prefix = string("prefix", "The network, as 10.0.0.0/8.");
        Signature::new().describe(description).parameter(prefix)
    };
    let string_of = |signature: Signature, answer: fn(&[&Value]) -> Result<String>| {
        let ty = Type::string().clone();
        Function::new(
            never_null(signature),
            ty,
            move |args: &[&Value], _: &Call<'_>| Ok(Value::string(&answer(args)?)),
        )
    };
    let host = about("Returns the address of a host number in a network.").parameter(number(
        "hostnum",
        "The host number; negative to count from the end.",
    ));
    let subnet = about("Returns a subnet of a network.")
        .parameter(number(
            "newbits",
            "The number of bits to add to the prefix.",
        ))
        .parameter(number("netnum", "The number of the subnet."));
    let subnets = about("Returns consecutive subnets of a network.")
        .variadic(Parameter::new("newbits", Type::number().clone()));
    let list = list_of_strings().clone();
    vec![
        own("cidrhost", Cost::Linear, string_of(host, cidr_host)),
        own(
            "cidrnetmask",
            Cost::Linear,
            string_of(about("Returns the netmask of a network."), cidr_netmask),
        ),
        own("cidrsubnet", Cost::Linear, string_of(subnet, cidr_subnet)),
        own(
            "cidrsubnets",
            Cost::Linear,
            Function::new(never_null(subnets), list, cidr_subnets),
        ),
    ]
}

/// `cidrcontains` of OpenTofu: whether a network contains an address or a network.
pub(crate) fn contains_function() -> Own {
    let signature = Signature::new()
        .describe("Returns whether a network contains an address or another network.")
        .parameter(string("prefix", "The network, as 10.0.0.0/8."))
        .parameter(string("ip_or_prefix", "The address or the network."));
    let contains = Function::new(
        never_null(signature),
        Type::bool().clone(),
        |args: &[&Value], _: &Call<'_>| cidr_contains(args).map(Value::bool),
    );
    own("cidrcontains", Cost::Linear, contains)
}

fn cidr_contains(args: &[&Value]) -> Result<bool> {
    let (containing, contained) = (text(args[0])?, text(args[1])?);
    // OpenTofu prints the error of the network without the words of the other functions.
    let network = Network::read(containing).map_err(|error| {
        let message = error.message().replace("invalid CIDR expression: ", "");
        error.with_message(message)
    })?;
    let (first, last) = match read_address(contained) {
        Some(address) => (address, address),
        None => {
            let inner = Network::read(contained).map_err(|_| {
                refused(format!("invalid IP address or prefix: {contained}"))
                    .quoting(Quotes::Argument(1))
            })?;
            let bits = inner.address.bits;
            let number = inner.address.number | (Address::last(bits) & !mask(inner.prefix, bits));
            (inner.address, Address { number, bits })
        }
    };
    if first.as_v4().is_some() != network.address.as_v4().is_some() {
        return Err(refused(format!(
            "address family mismatch: {containing} vs. {contained}"
        ))
        .quoting(Quotes::Argument(1)));
    }
    Ok(network.holds(first) && network.holds(last))
}

/// Reads an address without a prefix.
fn read_address(text: &str) -> Option<Address> {
    read_v4(text).or_else(|| {
        let v6: Ipv6Addr = text.parse().ok()?;
        Some(Address {
            number: v6.into(),
            bits: 128,
        })
    })
}

/// An address and its number of bits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Address {
    number: u128,
    bits: u32,
}

/// A network: an address whose first `prefix` bits are significant.
#[derive(Clone, Copy)]
struct Network {
    address: Address,
    prefix: u32,
}

impl Address {
    /// The address with all bits after the prefix cleared.
    fn masked(self, prefix: u32) -> Address {
        let number = self.number & mask(prefix, self.bits);
        Address { number, ..self }
    }

    /// The 32 bits of an IPv4 address, also if it is mapped into IPv6.
    fn as_v4(self) -> Option<u32> {
        match self.bits {
            32 => Some(self.number as u32),
            _ => (self.number >> 32 == 0xffff).then_some(self.number as u32),
        }
    }

    fn text(self) -> String {
        match self.as_v4() {
            Some(v4) => Ipv4Addr::from(v4).to_string(),
            None => Ipv6Addr::from(self.number).to_string(),
        }
    }

    fn last(bits: u32) -> u128 {
        mask(bits, bits)
    }

    /// The next address, and whether that is the first address again.
    fn next(self) -> (Address, bool) {
        let number = self.number.wrapping_add(1) & Address::last(self.bits);
        (Address { number, ..self }, number == 0)
    }
}

/// A mask of `prefix` ones within `bits` bits.
fn mask(prefix: u32, bits: u32) -> u128 {
    let ones = match prefix {
        0 => 0,
        prefix => u128::MAX << (bits - prefix),
    };
    match bits {
        128 => ones,
        bits => ones & ((1 << bits) - 1),
    }
}

impl Network {
    /// Parses a network. Host bits are ignored.
    fn read(text: &str) -> Result<Network> {
        let invalid = || {
            refused(format!(
                "invalid CIDR expression: invalid CIDR address: {text}"
            ))
            .quoting(Quotes::Argument(0))
        };
        let (address, prefix) = text.split_once('/').ok_or_else(invalid)?;
        let address = read_address(address).ok_or_else(invalid)?;
        let prefix = decimal(prefix, address.bits).ok_or_else(invalid)?;
        Ok(Network {
            address: address.masked(prefix),
            prefix,
        })
    }

    fn text(self) -> String {
        // For a mapped IPv4 address, only the end of the mask is shown.
        let shown = match (self.address.as_v4(), self.address.bits) {
            (Some(_), 128) => self.prefix.saturating_sub(96),
            _ => self.prefix,
        };
        format!("{}/{shown}", self.address.text())
    }

    /// Whether it contains an address, which may have a different number of bits.
    fn holds(self, address: Address) -> bool {
        if address.bits == self.address.bits {
            return self.contains(address);
        }
        // An IPv4 address and the same address mapped into IPv6.
        let (Some(own), Some(other)) = (self.address.as_v4(), address.as_v4()) else {
            return false;
        };
        let prefix = match self.address.bits {
            128 => self.prefix.saturating_sub(96),
            _ => self.prefix,
        };
        let of = |number: u32| Address {
            number: number.into(),
            bits: 32,
        };
        of(other).masked(prefix) == of(own).masked(prefix)
    }

    fn contains(self, address: Address) -> bool {
        address.masked(self.prefix) == self.address
    }

    /// The network of a prefix before this one. Before the first network is the last one.
    fn previous(self, prefix: u32) -> Network {
        let number = self.address.number.wrapping_sub(1) & Address::last(self.address.bits);
        let address = Address {
            number,
            ..self.address
        };
        Network {
            address: address.masked(prefix),
            prefix,
        }
    }

    /// The network of a prefix after this one, and whether the addresses wrapped around.
    fn next(self, prefix: u32) -> (Network, bool) {
        let bits = self.address.bits;
        let end = |network: Network| {
            let number =
                network.address.number | (Address::last(bits) & !mask(network.prefix, bits));
            Address { number, bits }
        };
        let around = Network {
            address: end(self).masked(prefix),
            prefix,
        };
        let (next, rolled_over) = end(around).next();
        let network = Network {
            address: next.masked(prefix),
            prefix,
        };
        (network, rolled_over)
    }
}

/// Parses four decimal numbers, possibly with leading zeros.
fn read_v4(text: &str) -> Option<Address> {
    let mut number = 0;
    let mut count = 0;
    for part in text.split('.') {
        number = number << 8 | u128::from(decimal(part, 255)?);
        count += 1;
        if count > 4 {
            return None;
        }
    }
    (count == 4).then_some(Address { number, bits: 32 })
}

/// Parses a decimal number up to `most`.
fn decimal(text: &str, most: u32) -> Option<u32> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.bytes().try_fold(0u32, |number, byte| {
        Some(number * 10 + u32::from(byte - b'0')).filter(|number| *number <= most)
    })
}

/// An error that quotes the network or the numbers that it is divided by.
#[cold]
fn quoting(message: String) -> Error {
    refused(message).quoting(Quotes::Any)
}

/// Returns an integer of any size.
fn integer(value: &Value) -> Result<BigInt> {
    let number = numeric(value)?;
    let whole = || refused("value must be a whole number");
    // A number larger than any address is rejected before it is written as text.
    if !number.is_integer() || number.text_bound() > 2 * MAX_DIGITS as u64 {
        return Err(whole());
    }
    number
        .to_text()
        .ok()
        .filter(|text| text.len() <= MAX_DIGITS)
        .and_then(|text| text.parse().ok())
        .ok_or_else(whole)
}

/// The last 64 bits of the magnitude.
fn low_bits(number: &BigInt) -> u64 {
    number.magnitude().iter_u64_digits().next().unwrap_or(0)
}

/// The address with a number inserted so that the number ends at a prefix.
fn inserted(address: Address, number: &BigInt, prefix: i64) -> Result<Address> {
    let shift = i64::from(address.bits) - prefix;
    let shifted = number << u64::try_from(shift).unwrap_or(0);
    let both = BigInt::from(address.number) | shifted;
    let bytes = both.magnitude().to_bytes_be();
    let size = address.bits as usize / 8;
    if bytes.len() > size {
        return Err(past_the_end(address.bits));
    }
    let number = bytes
        .iter()
        .fold(0, |number, byte| number << 8 | u128::from(*byte));
    Ok(Address { number, ..address })
}

#[cold]
fn past_the_end(bits: u32) -> Error {
    refused(format!(
        "the number is past the last address of {bits} bits"
    ))
}

fn cidr_host(args: &[&Value]) -> Result<String> {
    let mut number = integer(args[1])?;
    let network = Network::read(text(args[0])?)?;
    let Network { address, prefix } = network;
    let most = (BigInt::one() << (address.bits - prefix)) - 1;
    let mut checked = BigInt::from(low_bits(&number) as i64);
    if number.sign() == Sign::Minus {
        checked = -&number - 1;
        number = &most - &checked;
    }
    if checked > most {
        return Err(quoting(format!(
            "prefix of {prefix} does not accommodate a host numbered {number}"
        )));
    }
    let bits = match address.as_v4() {
        Some(_) => 32,
        None => 128,
    };
    Ok(inserted(address, &number, bits)?.text())
}

fn cidr_netmask(args: &[&Value]) -> Result<String> {
    let given = text(args[0])?;
    let Network { address, prefix } = Network::read(given)?;
    if address.as_v4().is_none() {
        let message = format!("IPv6 addresses cannot have a netmask: {given}");
        return Err(refused(message).quoting(Quotes::Argument(0)));
    }
    let number = mask(prefix, address.bits);
    Ok(Address { number, ..address }.text())
}

fn cidr_subnet(args: &[&Value]) -> Result<String> {
    let new_bits = whole(args[1])?;
    let number = integer(args[2])?;
    let network = Network::read(text(args[0])?)?;
    let (parent, bits) = (i64::from(network.prefix), i64::from(network.address.bits));
    let prefix = parent.saturating_add(new_bits);
    if prefix > bits {
        return Err(quoting(format!(
            "insufficient address space to extend prefix of {parent} by {new_bits}"
        )));
    }
    let most = match u32::try_from(new_bits) {
        Ok(shift @ 0..64) => (1u64 << shift) - 1,
        _ => u64::MAX,
    };
    if low_bits(&number) > most {
        return Err(quoting(format!(
            "prefix extension of {new_bits} does not accommodate a subnet numbered {number}"
        )));
    }
    let Ok(prefix) = u32::try_from(prefix) else {
        // Terraform prints `<nil>` for a network that it cannot compute, and panics for numbers
        // other than 0.
        return match number.sign() {
            Sign::NoSign => Ok("<nil>".to_owned()),
            _ => Err(past_the_end(network.address.bits)),
        };
    };
    let address = inserted(network.address, &number, i64::from(prefix))?;
    Ok(Network { address, prefix }.text())
}

fn cidr_subnets(args: &[&Value], call: &Call<'_>) -> Result<Value> {
    let given = text(args[0])?;
    goes_through(given, call)?;
    let network = Network::read(given).map_err(|error| error.with_argument(0))?;
    let bits = i64::from(network.address.bits);
    let refused_at = |at: usize, message: String| quoting(message).with_argument(at);
    let at_argument = |at: usize| move |error: Error| error.with_argument(at);
    let lengths = &args[1..];
    makes_elements(lengths.len(), call)?;
    let mut subnets = Vec::with_capacity(lengths.len());
    let mut current: Option<Network> = None;
    for (index, length) in lengths.iter().enumerate() {
        let at = index + 1;
        let length = whole(length).map_err(at_argument(at))?;
        if length < 1 {
            return Err(refused_at(
                at,
                "must extend prefix by at least one bit".into(),
            ));
        }
        if length > MAX_EXTENSION {
            let message = format!("may not extend prefix by more than {MAX_EXTENSION} bits");
            return Err(refused_at(at, message));
        }
        let prefix = i64::from(network.prefix) + length;
        if prefix > bits {
            let version = if bits == 32 { 4 } else { 6 };
            return Err(refused_at(
                at,
                format!(
                    "would extend prefix to {prefix} bits, which is too long for an IPv{version} address"
                ),
            ));
        }
        let prefix = prefix as u32;
        let before = current.unwrap_or_else(|| network.previous(prefix));
        let (next, rolled_over) = before.next(prefix);
        // Go handles mapped IPv4 addresses separately from their masks, so no network contains one.
        let is_mapped = bits == 128 && network.address.as_v4().is_some();
        if is_mapped || rolled_over || !network.contains(next.address) {
            let after = if is_mapped {
                "<nil>".to_owned()
            } else {
                before.text()
            };
            return Err(refused_at(
                at,
                format!(
                    "not enough remaining address space for a subnet with a prefix of {prefix} bits after {after}"
                ),
            ));
        }
        current = Some(next);
        subnets.push(Value::string(&next.text()));
    }
    Value::list_of(Type::string(), subnets)
}
