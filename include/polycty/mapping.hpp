// Mapping of HCL bodies to structs of the program, and back.
//
// This header is not included by polycty.hpp, because its templates are slow to compile. The
// representation of a struct in HCL is defined by a function `describe` in the namespace of the
// struct, as names and members. The resulting `hcl::Spec` decodes the record, so errors have the
// messages and locations of that spec.
//
//     struct Listener {
//         std::string name;
//         std::uint16_t port = 80;
//     };
//     inline auto describe(polycty::hcl::Record<Listener> listener) {
//         return listener.label("name", &Listener::name).optional("port", &Listener::port);
//     }
//
// The types of members are:
//
// - as an argument, and nested in each other: `bool`, integers of any width, floating-point
//   numbers, `std::string`, `std::vector`, `std::map` with `std::string` keys, `std::optional` for
//   nullable values, records that have only arguments (objects), enumerations with a description
//   (one of some texts), and `Value`, which accepts any value
// - as an argument only: `Type` for a type expression, `hcl::Expression` for an expression that is
//   not evaluated
// - as blocks: a record for a required block, `std::optional` of it, `std::vector` for any number
//   in their order, and `std::map` by their first labels
// - for all other content: `hcl::Body`, or `std::map` of arguments
//
// A record needs a default constructor. The value that it gives a member is the default of an
// optional argument that is missing or null. An optional argument with the default value is written
// only if it already exists in the body. A value that the member's type cannot represent, such as a
// number out of range, an unknown value or a mark, is an error at the location of the argument.
// Floating-point numbers are rounded to the nearest representable number.

#ifndef POLYCTY_MAPPING_HPP
#define POLYCTY_MAPPING_HPP

#include "mapping_members.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

namespace polycty {

namespace hcl {

// The representation of a struct in HCL, member by member. The function `describe` in the namespace
// of the struct receives and returns it. It is called once.
//
// Ownership: a copy shares the description.
// Errors: each step throws Code::invalid_argument for an invalid description: an invalid or
// duplicate name, a label after an argument or block, a second `remain`, a record within itself.
// Threads: any number at once after `describe` has returned.
//
// ```cpp
// struct Server {
//     std::string name;
//     int port = 80;
//     std::optional<std::string> zone;
//     std::map<std::string, polycty::Value> others;
// };
// inline auto describe(polycty::hcl::Record<Server> server) {
//     return server.label("name", &Server::name)
//         .attribute("port", &Server::port)
//         .optional("zone", &Server::zone)
//         .remain(&Server::others);
// }
// ```
template <class R> class Record {
    using Member = polycty::detail::HclMember<R>;

  public:
    // Adds a label of the block that the record represents; labels come first, in their order.
    Record &label(std::string_view name, std::string R::*member) {
        for (const auto &before : members_) {
            if (before->sort != polycty::detail::HclSort::label) {
                polycty::detail::wrong_description("the label \"" + std::string(name) +
                                                   "\" must come before the content of the body");
            }
        }
        return add(std::make_shared<polycty::detail::HclLabel<R>>(std::string(name), member));
    }
    // Adds a required argument.
    template <class T> Record &attribute(std::string_view name, T R::*member) {
        return argument(name, member, Presence::required);
    }
    // Adds an argument that may be missing or null.
    template <class T> Record &optional(std::string_view name, T R::*member) {
        return argument(name, member, Presence::optional);
    }
    // Adds blocks of a type; `count` applies to a std::vector of them.
    template <class C> Record &block(std::string_view type, C R::*member, Count count = Count()) {
        return add(std::make_shared<polycty::detail::HclBlockMember<R, C>>(std::string(type), member,
                                                                           count));
    }
    // Adds all content that no other member describes: as a body, which stays in place when a
    // record is written to a body that contains it, or as the other arguments by name. Without it,
    // such content is an error.
    Record &remain(Body R::*member) {
        return add(std::make_shared<polycty::detail::HclRestBody<R>>(member));
    }
    template <class T> Record &remain(std::map<std::string, T> R::*member) {
        return add(std::make_shared<polycty::detail::HclRestArguments<R, T>>(member));
    }

  private:
    template <class T>
    Record &argument(std::string_view name, T R::*member, Presence presence) {
        return add(std::make_shared<polycty::detail::HclArgument<R, T>>(std::string(name), member,
                                                                        presence));
    }
    Record &add(std::shared_ptr<const Member> member) {
        using polycty::detail::HclSort;
        const std::string &name = member->name;
        const bool named = member->sort != HclSort::rest;
        if (named && !polycty::detail::is_hcl_name(name)) {
            polycty::detail::wrong_description("\"" + name + "\" is not a valid name");
        }
        for (const auto &before : members_) {
            // A label may have the same name as an argument.
            if (before->name == name && (before->sort == HclSort::label) ==
                                            (member->sort == HclSort::label)) {
                polycty::detail::wrong_description((named ? "\"" + name + "\"" : "`remain`") +
                                                   " is described twice");
            }
        }
        members_.push_back(std::move(member));
        return *this;
    }

    friend class polycty::detail::HclRecord<R>;
    std::vector<std::shared_ptr<const Member>> members_;
};

// The texts for the values of an enumeration in HCL. The function `describe` in the namespace of
// the enumeration receives and returns them. It is called once.
//
// Ownership: owns copies of the texts.
// Errors: `value` throws Code::invalid_argument for a duplicate text. In decoding, any other text
// is an error at the location of the argument.
// Threads: any number at once after `describe` has returned.
//
// ```cpp
// enum class Level { low, high };
// inline auto describe(polycty::hcl::Choice<Level> level) {
//     return level.value("low", Level::low).value("high", Level::high);
// }
// ```
template <class E> class Choice {
  public:
    Choice &value(std::string_view text, E value) {
        for (const auto &before : texts_) {
            if (before.first == text) {
                polycty::detail::wrong_description("\"" + std::string(text) +
                                                   "\" is described twice");
            }
        }
        texts_.emplace_back(text, value);
        return *this;
    }

    // Errors: Code::conversion for a text that is not one of the choices.
    E chosen(std::string_view text) const {
        std::string wanted;
        for (const auto &[each, value] : texts_) {
            if (each == text) {
                return value;
            }
            wanted += (wanted.empty() ? "\"" : ", \"") + each + "\"";
        }
        throw Error(Code::conversion, "one of " + wanted + " is required");
    }
    // Errors: Code::invalid_argument for a value without a text.
    std::string_view text(E value) const {
        for (const auto &[each, other] : texts_) {
            if (other == value) {
                return each;
            }
        }
        throw Error(Code::invalid_argument, "the enumeration value has no description");
    }

  private:
    std::vector<std::pair<std::string, E>> texts_;
};

} // namespace hcl

namespace detail {

// The compiled description of a struct.
template <class R> class HclRecord {
  public:
    explicit HclRecord(hcl::Record<R> described) : members_(std::move(described.members_)) {
        std::vector<hcl::Spec> specs;
        for (const auto &member : members_) {
            specs.push_back(member->spec(specs.size()));
            labels_ += member->sort == HclSort::label ? 1U : 0U;
            if (member->field()) {
                arguments_.insert(member->name);
            }
        }
        spec_ = hcl::Spec::tuple(specs);
    }

    // Returns the spec that decodes a body to a tuple of the members.
    const hcl::Spec &spec() const { return spec_; }
    // Returns the record of such a tuple.
    R from_body(ValueRef value) const {
        R record = R();
        std::size_t at = 0;
        for (const auto &member : members_) {
            member->read(record, value[at++]);
        }
        return record;
    }

    // The record as the value of an argument.
    Type object_type() const {
        std::vector<Field> fields;
        std::set<std::string_view> names;
        for (const auto &member : members_) {
            std::optional<Field> field = member->field();
            if (!field) {
                wrong_description("a record with labels, blocks or `remain` cannot be the value "
                                  "of an argument");
            }
            if (!names.insert(field->name).second) {
                wrong_description("\"" + std::string(field->name) + "\" is described twice");
            }
            fields.push_back(*field);
        }
        return Type::object(fields);
    }
    R from_object(ValueRef value) const {
        R record = R();
        for (const auto &member : members_) {
            const Field field = member->field().value();
            const ValueRef part = value[field.name];
            in_part([&](Error &error) { error.in_attribute(member->name); },
                    [&] { member->read(record, hcl_converted(part, field.type)); });
        }
        return record;
    }
    Value to_object(const R &record) const {
        std::map<std::string, Value> parts;
        for (const auto &member : members_) {
            in_part([&](Error &error) { error.in_attribute(member->name); }, [&] {
                if (std::optional<Value> part = member->part(record, fresh_)) {
                    parts.emplace(member->field().value().name, *part);
                }
            });
        }
        return Value::object(parts);
    }

    // The record as a body.
    bool has_labels() const { return labels_ > 0; }
    std::vector<std::string> labels(const R &record) const {
        std::vector<std::string> labels;
        for (std::size_t at = 0; at < labels_; at++) {
            labels.push_back(members_[at]->label(record));
        }
        return labels;
    }
    // Writes a whole record to an empty body.
    void fill(const hcl::Node &body, const R &record) const {
        std::string arguments;
        for (HclSort sort : {HclSort::argument, HclSort::rest}) {
            for (const auto &member : members_) {
                if (member->sort == sort) {
                    in_part(member_of(*member),
                            [&] { member->write(arguments, record, fresh_, arguments_); });
                }
            }
        }
        insert_items(body, arguments);
        for (HclSort sort : {HclSort::blocks, HclSort::rest}) {
            for (const auto &member : members_) {
                if (member->sort == sort) {
                    in_part(member_of(*member), [&] { member->fill(body, record); });
                }
            }
        }
    }
    void update(const hcl::Node &body, const R &record, const hcl::Scope *scope) const {
        for (const auto &member : members_) {
            member->update({body, scope, arguments_}, record, fresh_);
        }
    }
    // Returns whether `update` would change nothing.
    bool holds(const hcl::Node &body, const R &record, const hcl::Scope *scope) const {
        return std::all_of(members_.begin(), members_.end(), [&](const auto &member) {
            return member->holds({body, scope, arguments_}, record, fresh_);
        });
    }
    void put(const hcl::Node &body, const R &record, const hcl::Scope *scope) const {
        // Parts that cannot be written are detected before any edit.
        hcl::File scratch;
        fill(scratch.body(), record);
        const std::vector<std::string> wanted = labels(record);
        if (has_labels() && !body.is_block()) {
            throw Error(Code::invalid_argument, "a record with labels must be written to a block");
        }
        if (has_labels() && body.labels() != wanted) {
            body.set_labels(wanted);
        }
        update(body, record, scope);
    }

  private:
    // Adds the name of the member to an error; the member for all other content has no name.
    static auto member_of(const HclMember<R> &member) {
        return [&member](Error &error) {
            if (!member.name.empty()) {
                error.in_attribute(member.name);
            }
        };
    }

    std::vector<std::shared_ptr<const HclMember<R>>> members_;
    std::size_t labels_ = 0;
    std::set<std::string> arguments_;
    hcl::Spec spec_;
    const R fresh_ = R();
};

inline std::recursive_mutex &hcl_describing() {
    static std::recursive_mutex mutex;
    return mutex;
}

template <class T> const HclMade<T> &hcl_described() {
    static std::atomic<const HclMade<T> *> ready{nullptr};
    if (const HclMade<T> *made = ready.load(std::memory_order_acquire)) {
        return *made;
    }
    // One mutex for all descriptions, so that two threads that start at different records do not
    // deadlock.
    std::lock_guard<std::recursive_mutex> lock(hcl_describing());
    static std::unique_ptr<const HclMade<T>> kept;
    static bool begun = false;
    if (!kept) {
        if (begun) {
            wrong_description("a record contains itself");
        }
        struct End {
            ~End() { begun = false; }
        } end;
        begun = true;
        kept = std::make_unique<const HclMade<T>>(HclForm<T>(describe(HclForm<T>())));
        ready.store(kept.get(), std::memory_order_release);
    }
    return *kept;
}

} // namespace detail

namespace hcl {

// ============================================================================
// RECORDS AND BODIES
// ============================================================================

// Returns the spec that decodes a record: a tuple with an element for each member. Errors: these
// functions throw Code::invalid_argument for an invalid description.
template <class R> const Spec &spec_of() { return polycty::detail::hcl_described<R>().spec(); }

// Decodes a body to a record. Errors: Code::diagnostics with all errors, each with its location.
template <class R> R decode(BodyRef body) {
    return polycty::detail::hcl_described<R>().from_body(spec_of<R>().decode(body));
}
template <class R> R decode(BodyRef body, const Scope &scope) {
    return polycty::detail::hcl_described<R>().from_body(spec_of<R>().decode(body, scope));
}

// Returns the formatted text of a body for the record.
// Errors: those of `Fragment::value` for a Value that cannot be written; Code::null for an empty
// required Value, Type or Expression; Code::invalid_argument for a record with labels, which belong
// to a block, and for a key of `remain` that is not a valid name or is described. The path leads to
// the part that cannot be written.
template <class R> std::string to_hcl(const R &record) {
    const auto &made = polycty::detail::hcl_described<R>();
    if (made.has_labels()) {
        throw Error(Code::invalid_argument, "a record with labels must be written to a block");
    }
    File file;
    made.fill(file.body(), record);
    return file.bytes();
}

// Updates a body of a file, or a block with its labels, to match the record. A part that already
// has the expected value keeps its notation; with `scope`, this includes expressions of variables
// and functions. Blocks are matched by their labels, and blocks without labels by their order.
// Content that is not described is left alone.
// Errors: as `to_hcl`; Code::not_found for a removed node. Parts that cannot be written are
// detected before any change.
template <class R> void encode(Node body, const R &record) {
    polycty::detail::hcl_described<R>().put(body, record, nullptr);
}
template <class R> void encode(Node body, const R &record, const Scope &scope) {
    polycty::detail::hcl_described<R>().put(body, record, &scope);
}

} // namespace hcl

} // namespace polycty

#endif // POLYCTY_MAPPING_HPP
