// Bodies of HCL as structs of the program, and back.
//
// A header of its own, for it is templates through and through: a program that maps no structs
// does not wait for them. What a struct is in HCL says a function `describe` beside it, in its own
// namespace, by names and members: a record is decoded by the `hcl::Spec` that this makes, so what
// is wrong is told as that tells it, at its place.
//
//     struct Listener {
//         std::string name;
//         std::uint16_t port = 80;
//     };
//     inline auto describe(polycty::hcl::Record<Listener> listener) {
//         return listener.label("name", &Listener::name).optional("port", &Listener::port);
//     }
//
// What the members may be:
//
// - as an argument, and within each other: `bool`, integers of any width, floating-point
//   numbers, `std::string`, `std::vector`, `std::map` with `std::string` keys, `std::optional`
//   for what may be null, records that have arguments alone (objects), enumerations that are
//   described (one of some texts), and `Value`, which takes whatever there is
// - as an argument alone: `Type` for a type expression, `hcl::Expression` for one that is not
//   evaluated
// - as blocks: a record where there has to be one, `std::optional` of it, `std::vector` of any
//   number in their order, and `std::map` by their first labels
// - for what nothing else is described for: `hcl::Body`, or `std::map` of arguments
//
// A record needs a default constructor: what it gives a member stands for an optional argument
// that is missing or null, and an optional argument that is so is not written, save where it
// stands already. What may not be told by the member's type, such as a number out of its range,
// an unknown value or a mark, is a fault at the argument's place.

#ifndef POLYCTY_MAPPING_HPP
#define POLYCTY_MAPPING_HPP

#include "../polycty.hpp"

#include <atomic>
#include <limits>
#include <locale>
#include <map>
#include <mutex>
#include <sstream>

namespace polycty {

namespace hcl {

template <class R> class Record;
template <class E> class Choice;

} // namespace hcl

namespace detail {

// A struct is described as a record, an enumeration as a choice.
template <class T>
using HclForm = std::conditional_t<std::is_enum_v<T>, hcl::Choice<T>,
                                   std::conditional_t<std::is_class_v<T>, hcl::Record<T>, void>>;

// Whether there is a `describe` for a type beside it.
template <class T, class = void> inline constexpr bool is_hcl_described = false;
template <class T>
inline constexpr bool
    is_hcl_described<T, std::void_t<decltype(describe(std::declval<HclForm<T>>()))>> = true;
template <class T>
inline constexpr bool is_hcl_record = std::is_class_v<T> && is_hcl_described<T>;
template <class T>
inline constexpr bool is_hcl_choice = std::is_enum_v<T> && is_hcl_described<T>;

// What is made of a description.
template <class R> class HclRecord;
template <class T>
using HclMade = std::conditional_t<is_hcl_record<T>, HclRecord<T>, hcl::Choice<T>>;

// What `describe` says of a type, made once.
template <class T> const HclMade<T> &hcl_described();

[[noreturn]] inline void wrong_description(const std::string &why) {
    throw Error(Code::invalid_argument, why);
}

inline bool is_hcl_name(std::string_view text) {
    return attempt([&] { return hcl::Expression(text, "").keyword() == text; }).value_or(false);
}

inline std::string quoted(std::string_view text) {
    hcl::Snippet snippet = hcl::Snippet::value(Value::string(text), hcl::Written::quoted);
    return std::string(snippet.text());
}

// Names an element in the errors of what is done with it.
template <class Say, class F> auto in_part(Say &&say, F &&call) {
    try {
        return call();
    } catch (Error &error) {
        say(error);
        throw error;
    }
}

// Reads a value to see whether it can be read. What is wrong is told at the argument's place, so
// the message has to say in which part of it.
template <class Read> std::optional<Error> hcl_readable(Read &&read) {
    try {
        static_cast<void>(read());
    } catch (const Error &error) {
        const std::string path = error.path_text();
        if (path.empty()) {
            return error;
        }
        return Error(error.code(), "at " + path + ", " + std::string(error.message()));
    }
    return std::nullopt;
}

// A part of a container whose type says nothing of its parts has to be converted by itself.
inline Value hcl_converted(ValueRef part, TypeRef type) {
    return part.type() == type ? Value(part) : part.convert(type, Dialect::hcl);
}

// ----------------------------------------------------------------------------
// A field: a C++ type as the value of an argument.
//
// `type` is what the argument is converted to, `read` and `write` go between values and C++. What
// is written are tuples and objects, as texts have them: records of one type may leave out others.
// What is no value has other forms of `snippet`, `same` and `holds`.
// ----------------------------------------------------------------------------

template <class T, class = void> struct HclField {
    static_assert(sizeof(T) == 0, "HCL has nothing for a member of this type: a struct or an "
                                  "enumeration needs a function `describe` beside it");
};

// What fields that are values have in common.
template <class T> struct HclValueField {
    // Whether any value of the type can be read.
    static constexpr bool takes_all = false;
    static bool absent(const T &) { return false; }
    static hcl::Snippet snippet(const T &field) {
        return hcl::Snippet::value(HclField<T>::write(field));
    }
    static bool same(const T &a, const T &b) {
        return HclField<T>::write(a) == HclField<T>::write(b);
    }
    // Whether an argument that stands somewhere has this value already.
    static bool holds(const hcl::Node &argument, const T &field, const hcl::Scope *scope) {
        hcl::Expression expression = argument.expression();
        hcl::Diagnosed<Value> found = scope == nullptr ? expression.evaluate_diagnosed()
                                                       : expression.evaluate_diagnosed(*scope);
        if (found.diagnostics) {
            return false;
        }
        auto read = attempt([&] {
            return HclField<T>::read(found.value.convert(HclField<T>::type(), Dialect::hcl));
        });
        return read && same(*read, field);
    }
};

template <> struct HclField<bool> : HclValueField<bool> {
    static Type type() { return Type::boolean(); }
    static bool read(ValueRef value) { return value.as_bool(); }
    static Value write(bool field) { return Value::boolean(field); }
};

template <class T>
struct HclField<T, std::enable_if_t<std::is_integral_v<T>>> : HclValueField<T> {
    static Type type() { return Type::number(); }
    static T read(ValueRef value) {
        using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        try {
            Wide wide;
            if constexpr (std::is_signed_v<T>) {
                wide = value.as_int64();
            } else {
                wide = value.as_uint64();
            }
            if (wide >= static_cast<Wide>(std::numeric_limits<T>::min()) &&
                wide <= static_cast<Wide>(std::numeric_limits<T>::max())) {
                return static_cast<T>(wide);
            }
        } catch (const Error &error) {
            if (error.code() != Code::conversion) {
                throw;
            }
        }
        throw Error(Code::conversion,
                    "a whole number from " + std::to_string(std::numeric_limits<T>::min()) +
                        " to " + std::to_string(std::numeric_limits<T>::max()) + " is required");
    }
    static Value write(T field) { return Value::number(field); }
};

template <class T>
struct HclField<T, std::enable_if_t<std::is_floating_point_v<T>>> : HclValueField<T> {
    static Type type() { return Type::number(); }
    static T read(ValueRef value) { return static_cast<T>(value.nearest_double().value); }
    // The fewest digits that read as the same number.
    static Value write(T field) {
        const int enough = std::numeric_limits<T>::max_digits10;
        for (int digits = std::numeric_limits<T>::digits10; digits < enough; digits++) {
            std::string text = decimal(field, digits);
            std::istringstream in(text);
            in.imbue(std::locale::classic());
            T again = 0;
            if (in >> again && again == field) {
                return Value::number_from_text(text);
            }
        }
        return Value::number_from_text(decimal(field, enough));
    }

  private:
    static std::string decimal(T field, int digits) {
        std::ostringstream out;
        out.imbue(std::locale::classic());
        out.precision(digits);
        out << field;
        return out.str();
    }
};

template <> struct HclField<std::string> : HclValueField<std::string> {
    static Type type() { return Type::string(); }
    static std::string read(ValueRef value) { return std::string(value.as_string()); }
    static Value write(const std::string &field) { return Value::string(field); }
};

// Keeps what it is given, nulls, unknowns and marks too.
template <> struct HclField<Value> : HclValueField<Value> {
    static constexpr bool takes_all = true;
    static Type type() { return Type::any(); }
    static Value read(ValueRef value) { return value; }
    static Value write(const Value &field) { return field; }
    static bool absent(const Value &field) { return field.get() == nullptr || field.is_null(); }
};

template <class T> struct HclField<std::optional<T>> : HclValueField<std::optional<T>> {
    static Type type() { return HclField<T>::type(); }
    static std::optional<T> read(ValueRef value) {
        return value.is_null() ? std::nullopt : std::optional<T>(HclField<T>::read(value));
    }
    static Value write(const std::optional<T> &field) {
        return field ? HclField<T>::write(*field) : Value::null(type());
    }
    static bool absent(const std::optional<T> &field) { return !field; }
};

template <class T> struct HclField<std::vector<T>> : HclValueField<std::vector<T>> {
    static Type type() {
        Type element = HclField<T>::type();
        return element.has(Trait::any) ? Type(Type::any()) : Type::list(element);
    }
    static std::vector<T> read(ValueRef value) {
        Type element = HclField<T>::type();
        const Kind kind = value.type().kind();
        if (!value.is_null() && !value.is_unknown() && kind != Kind::list && kind != Kind::tuple &&
            kind != Kind::set) {
            throw Error(Code::conversion, "a list is required").with_types(value.type(), {});
        }
        std::vector<T> field;
        for (ValueRef part : value.elements()) {
            const std::size_t at = field.size();
            field.push_back(in_part([&](Error &error) { error.in_index(at); },
                                    [&] { return HclField<T>::read(hcl_converted(part, element)); }));
        }
        return field;
    }
    static Value write(const std::vector<T> &field) {
        std::vector<Value> parts;
        for (const auto &part : field) {
            parts.push_back(HclField<T>::write(part));
        }
        return Value::tuple(parts);
    }
};

template <class T>
struct HclField<std::map<std::string, T>> : HclValueField<std::map<std::string, T>> {
    static Type type() {
        Type element = HclField<T>::type();
        return element.has(Trait::any) ? Type(Type::any()) : Type::map(element);
    }
    static std::map<std::string, T> read(ValueRef value) {
        Type element = HclField<T>::type();
        const Kind kind = value.type().kind();
        if (!value.is_null() && !value.is_unknown() && kind != Kind::map && kind != Kind::object) {
            throw Error(Code::conversion, "a map is required").with_types(value.type(), {});
        }
        std::map<std::string, T> field;
        for (const Entry &entry : value.entries()) {
            auto key = [&](Error &error) { error.in_key(Value::string(entry.key)); };
            field.emplace(std::string(entry.key), in_part(key, [&] {
                              return HclField<T>::read(hcl_converted(entry.value, element));
                          }));
        }
        return field;
    }
    static Value write(const std::map<std::string, T> &field) {
        std::map<std::string, Value> parts;
        for (const auto &[key, part] : field) {
            parts.emplace(key, HclField<T>::write(part));
        }
        return Value::object(parts);
    }
};

template <class E> struct HclField<E, std::enable_if_t<is_hcl_choice<E>>> : HclValueField<E> {
    static Type type() { return Type::string(); }
    static E read(ValueRef value) { return hcl_described<E>().chosen(value.as_string()); }
    static Value write(E field) { return Value::string(hcl_described<E>().text(field)); }
};

template <class R> struct HclField<R, std::enable_if_t<is_hcl_record<R>>> : HclValueField<R> {
    static Type type() { return hcl_described<R>().object_type(); }
    static R read(ValueRef value) { return hcl_described<R>().from_object(value); }
    static Value write(const R &field) { return hcl_described<R>().to_object(field); }
};

// What fields that are texts have in common.
template <class T> struct HclTextField {
    static constexpr bool takes_all = true;
    static bool absent(const T &field) { return field.get() == nullptr; }
    static bool same(const T &a, const T &b) {
        return absent(a) || absent(b)
                   ? absent(a) == absent(b)
                   : HclField<T>::snippet(a).text() == HclField<T>::snippet(b).text();
    }
    static bool holds(const hcl::Node &argument, const T &field, const hcl::Scope *) {
        return hcl::Snippet(argument.value()).text() == HclField<T>::snippet(field).text();
    }
};

template <> struct HclField<Type> : HclTextField<Type> {
    static constexpr bool takes_all = false;
    static Type type() { return Type::meta(); }
    static Type read(ValueRef value) {
        std::optional<TypeRef> type = value.as_type();
        if (!type) {
            throw Error(Code::type, "a type is required");
        }
        return *type;
    }
    static hcl::Snippet snippet(const Type &field) { return hcl::Snippet(hcl::type_text(field)); }
};

template <> struct HclField<hcl::Expression> : HclTextField<hcl::Expression> {
    static Type type() { return hcl::closure_type(); }
    static hcl::Expression read(ValueRef value) {
        std::optional<hcl::Expression> expression = hcl::expression_of_closure(value);
        return expression ? *expression : hcl::Expression();
    }
    static hcl::Snippet snippet(const hcl::Expression &field) { return hcl::Snippet(field.text()); }
};

// ----------------------------------------------------------------------------
// A member: what a record says of one of its members.
// ----------------------------------------------------------------------------

// What there is of a block, in the order in which it is written.
enum class HclSort { label, argument, other_arguments, blocks, rest };

// How a record is brought into a body that stands in a file.
struct HclUpdate {
    hcl::Node body;
    const hcl::Scope *scope;
    // The names of the arguments that the record describes.
    const std::vector<std::string> &described;
};

template <class R> class HclMember {
  public:
    HclMember(HclSort of, std::string called) : sort(of), name(std::move(called)) {}
    HclMember(const HclMember &) = delete;
    HclMember &operator=(const HclMember &) = delete;
    virtual ~HclMember() = default;

    const HclSort sort;
    const std::string name;

    virtual hcl::Spec spec(std::size_t labels) const = 0;
    virtual void read(R &record, ValueRef value) const = 0;
    // Adds what it is in a body that is made; `fresh` is a record as its constructor leaves it.
    virtual void write(std::string &body, const R &record, const R &fresh) const = 0;
    virtual void update(const HclUpdate &to, const R &record, const R &fresh) const = 0;
    // Whether `update` would change nothing.
    virtual bool holds(const HclUpdate &to, const R &record, const R &fresh) const = 0;
    // Of a label.
    virtual std::string label(const R &) const { return {}; }
    // As an attribute of an object: what it is, and what of it is written. Only arguments are.
    virtual std::optional<Field> field() const { return std::nullopt; }
    virtual std::optional<Value> part(const R &, const R &) const { return std::nullopt; }
};

template <class R> class HclLabel final : public HclMember<R> {
  public:
    HclLabel(std::string name, std::string R::*member)
        : HclMember<R>(HclSort::label, std::move(name)), member_(member) {}

    hcl::Spec spec(std::size_t labels) const override {
        return hcl::Spec::block_label(labels, this->name);
    }
    void read(R &record, ValueRef value) const override {
        record.*member_ = HclField<std::string>::read(value);
    }
    void write(std::string &, const R &, const R &) const override {}
    void update(const HclUpdate &, const R &, const R &) const override {}
    bool holds(const HclUpdate &, const R &, const R &) const override { return true; }
    std::string label(const R &record) const override { return record.*member_; }

  private:
    std::string R::*member_;
};

template <class R, class T> class HclArgument final : public HclMember<R> {
    using As = HclField<T>;

  public:
    HclArgument(std::string name, T R::*member, Presence presence)
        : HclMember<R>(HclSort::argument, std::move(name)), member_(member), presence_(presence),
          type_(As::type()) {}

    hcl::Spec spec(std::size_t) const override {
        hcl::Spec argument = hcl::Spec::attribute(this->name, type_, presence_);
        if constexpr (As::takes_all) {
            return argument;
        } else {
            return argument.validate([presence = presence_](ValueRef value) {
                return missing(value, presence) ? std::nullopt
                                                : hcl_readable([&] { return As::read(value); });
            });
        }
    }
    void read(R &record, ValueRef value) const override {
        if (As::takes_all || !missing(value, presence_)) {
            record.*member_ = As::read(value);
        }
    }
    void write(std::string &body, const R &record, const R &fresh) const override {
        if (!left_out(record, fresh)) {
            body += this->name;
            body += " = ";
            body += As::snippet(record.*member_).text();
            body += "\n";
        }
    }
    void update(const HclUpdate &to, const R &record, const R &fresh) const override {
        const T &field = record.*member_;
        std::optional<hcl::Node> there = to.body.attribute(this->name);
        if (presence_ == Presence::optional && As::absent(field)) {
            if (there) {
                there->remove();
            }
        } else if (there) {
            if (!As::holds(*there, field, to.scope)) {
                there->set_value(As::snippet(field));
            }
        } else if (!left_out(record, fresh)) {
            to.body.set(this->name, As::snippet(field));
        }
    }
    bool holds(const HclUpdate &to, const R &record, const R &fresh) const override {
        const T &field = record.*member_;
        std::optional<hcl::Node> there = to.body.attribute(this->name);
        if (!there) {
            return left_out(record, fresh);
        }
        return !(presence_ == Presence::optional && As::absent(field)) &&
               As::holds(*there, field, to.scope);
    }
    std::optional<Field> field() const override { return Field(this->name, type_, presence_); }
    std::optional<Value> part(const R &record, const R &fresh) const override {
        if constexpr (std::is_base_of_v<HclValueField<T>, As>) {
            return left_out(record, fresh) ? std::nullopt
                                           : std::optional<Value>(As::write(record.*member_));
        } else {
            return std::nullopt;
        }
    }

  private:
    static bool missing(ValueRef value, Presence presence) {
        return presence == Presence::optional && !value.is_marked() && value.is_null();
    }
    bool left_out(const R &record, const R &fresh) const {
        const T &field = record.*member_;
        return presence_ == Presence::optional &&
               (As::absent(field) || (!As::absent(fresh.*member_) && As::same(field, fresh.*member_)));
    }

    T R::*member_;
    Presence presence_;
    Type type_;
};

// ----------------------------------------------------------------------------
// Blocks: how a member holds the records that they are.
// ----------------------------------------------------------------------------

// Of one block, which has to be there.
template <class C> struct HclBlocks {
    using Item = C;
    static_assert(is_hcl_record<C>, "blocks are structs with a function `describe` beside them");
    static constexpr bool ordered = false;
    static hcl::Spec spec(std::string_view type, const hcl::Spec &nested, hcl::Count) {
        return hcl::Spec::block(type, nested, Presence::required);
    }
    static C read(ValueRef value) { return hcl_described<C>().from_body(value); }
    // Calls `visit(key, record)`, the key being null where there is none.
    template <class F> static void each(const C &held, F &&visit) {
        visit(static_cast<const std::string *>(nullptr), held);
    }
};

template <class T> struct HclBlocks<std::optional<T>> : HclBlocks<T> {
    static hcl::Spec spec(std::string_view type, const hcl::Spec &nested, hcl::Count) {
        return hcl::Spec::block(type, nested);
    }
    static std::optional<T> read(ValueRef value) {
        return value.is_null() ? std::nullopt : std::optional<T>(HclBlocks<T>::read(value));
    }
    template <class F> static void each(const std::optional<T> &held, F &&visit) {
        if (held) {
            HclBlocks<T>::each(*held, visit);
        }
    }
};

template <class T> struct HclBlocks<std::vector<T>> : HclBlocks<T> {
    static constexpr bool ordered = true;
    static hcl::Spec spec(std::string_view type, const hcl::Spec &nested, hcl::Count count) {
        return hcl::Spec::block_tuple(type, nested, count);
    }
    static std::vector<T> read(ValueRef value) {
        std::vector<T> held;
        for (ValueRef part : value.elements()) {
            held.push_back(HclBlocks<T>::read(part));
        }
        return held;
    }
    template <class F> static void each(const std::vector<T> &held, F &&visit) {
        for (const T &item : held) {
            HclBlocks<T>::each(item, visit);
        }
    }
};

template <class T> struct HclBlocks<std::map<std::string, T>> : HclBlocks<T> {
    static hcl::Spec spec(std::string_view type, const hcl::Spec &nested, hcl::Count) {
        return hcl::Spec::block_object(type, nested, {"name"});
    }
    static std::map<std::string, T> read(ValueRef value) {
        std::map<std::string, T> held;
        for (const Entry &entry : value.entries()) {
            held.emplace(std::string(entry.key), HclBlocks<T>::read(entry.value));
        }
        return held;
    }
    template <class F> static void each(const std::map<std::string, T> &held, F &&visit) {
        for (const auto &[key, item] : held) {
            visit(&key, item);
        }
    }
};

// Blocks of which a `dynamic` block does not say yet how many there are, or which ones somebody
// must not know, are no records.
inline std::optional<Error> hcl_blocks_are_plain(ValueRef value) {
    auto plain = [](ValueRef part) {
        if (part.is_marked()) {
            throw Error(Code::marked, "blocks that come of a marked value are no records");
        }
        if (part.is_unknown()) {
            throw Error(Code::unknown, "it is not known yet which blocks there are");
        }
    };
    plain(value);
    if (!value.is_null() && value.type().kind() == Kind::tuple) {
        for (ValueRef part : value.elements()) {
            plain(part);
        }
    } else if (!value.is_null()) {
        for (const Entry &entry : value.entries()) {
            plain(entry.value);
        }
    }
    return std::nullopt;
}

template <class R, class C> class HclBlockMember final : public HclMember<R> {
    using As = HclBlocks<C>;
    using Item = typename As::Item;
    using Labels = std::vector<std::string>;

  public:
    HclBlockMember(std::string name, C R::*member, hcl::Count count)
        : HclMember<R>(HclSort::blocks, std::move(name)), member_(member), count_(count) {
        static_cast<void>(hcl_described<Item>()); // what is wrong with it is told here
    }

    hcl::Spec spec(std::size_t) const override {
        return As::spec(this->name, hcl_described<Item>().spec(), count_)
            .validate(hcl_blocks_are_plain);
    }
    void read(R &record, ValueRef value) const override { record.*member_ = As::read(value); }
    void write(std::string &body, const R &record, const R &) const override {
        As::each(record.*member_, [&](const std::string *key, const Item &item) {
            if (!body.empty() && body.substr(body.size() - 2) != "{\n") {
                body += "\n";
            }
            body += text(labels(key, item), item);
        });
    }
    void update(const HclUpdate &to, const R &record, const R &) const override {
        const std::vector<hcl::Node> there = to.body.blocks(this->name);
        const std::vector<Wanted> wanted = all(record);
        const std::vector<std::size_t> found = match(there, wanted, to.scope);
        std::vector<bool> stays(there.size(), false);
        for (std::size_t at : found) {
            if (at != none) {
                stays[at] = true;
            }
        }
        std::optional<hcl::Node> first, before;
        for (std::size_t at = 0; at < there.size(); at++) {
            if (!stays[at]) {
                there[at].remove();
            } else if (!first) {
                first = there[at];
            }
        }
        std::size_t reached = 0;
        for (std::size_t at = 0; at < wanted.size(); at++) {
            hcl::Where behind = before  ? hcl::Where::after(*before)
                                : first ? hcl::Where::before(*first)
                                        : hcl::Where::last();
            if (found[at] == none) {
                before = to.body.insert_text(text(wanted[at].labels, *wanted[at].item), behind).back();
                continue;
            }
            const hcl::Node &node = there[found[at]];
            if (As::ordered && found[at] < reached) {
                node.move_to(to.body, behind);
            } else {
                reached = found[at];
            }
            hcl_described<Item>().update(node, *wanted[at].item, to.scope);
            before = node;
        }
    }
    bool holds(const HclUpdate &to, const R &record, const R &) const override {
        const std::vector<hcl::Node> there = to.body.blocks(this->name);
        const std::vector<Wanted> wanted = all(record);
        if (there.size() != wanted.size()) {
            return false;
        }
        for (std::size_t at = 0; at < there.size(); at++) {
            if (!same(there[at], wanted[at], to.scope)) {
                return false;
            }
        }
        return true;
    }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // A record that there shall be a block of.
    struct Wanted {
        Labels labels;
        const Item *item;
    };

    static Labels labels(const std::string *key, const Item &item) {
        Labels all = hcl_described<Item>().labels(item);
        if (key != nullptr) {
            all.insert(all.begin(), *key);
        }
        return all;
    }
    std::string text(const Labels &labels, const Item &item) const {
        std::string text = this->name;
        for (const std::string &label : labels) {
            text += " ";
            text += quoted(label);
        }
        return text + " {\n" + hcl_described<Item>().body_text(item) + "}\n";
    }
    std::vector<Wanted> all(const R &record) const {
        std::vector<Wanted> wanted;
        As::each(record.*member_, [&](const std::string *key, const Item &item) {
            wanted.push_back({labels(key, item), &item});
        });
        return wanted;
    }
    static bool same(const hcl::Node &block, const Wanted &wanted, const hcl::Scope *scope) {
        return block.labels() == wanted.labels &&
               hcl_described<Item>().holds(block, *wanted.item, scope);
    }
    // Which block each record is: by its labels; where there are none, those that are as they
    // were from the first on and from the last one back, and those between in their order.
    static std::vector<std::size_t> match(const std::vector<hcl::Node> &there,
                                          const std::vector<Wanted> &wanted,
                                          const hcl::Scope *scope) {
        std::vector<std::size_t> found(wanted.size(), none);
        if (!wanted.empty() && !wanted[0].labels.empty()) {
            std::map<Labels, std::vector<std::size_t>> by_labels;
            for (std::size_t at = there.size(); at > 0; at--) {
                by_labels[there[at - 1].labels()].push_back(at - 1);
            }
            for (std::size_t at = 0; at < wanted.size(); at++) {
                auto blocks = by_labels.find(wanted[at].labels);
                if (blocks != by_labels.end() && !blocks->second.empty()) {
                    found[at] = blocks->second.back();
                    blocks->second.pop_back();
                }
            }
            return found;
        }
        std::size_t first = 0, ends = 0;
        const std::size_t fewer = std::min(there.size(), wanted.size());
        while (first < fewer && same(there[first], wanted[first], scope)) {
            first++;
        }
        while (first + ends < fewer && same(there[there.size() - ends - 1],
                                            wanted[wanted.size() - ends - 1], scope)) {
            ends++;
        }
        for (std::size_t at = 0; at < fewer - ends; at++) {
            found[at] = at;
        }
        for (std::size_t at = 1; at <= ends; at++) {
            found[wanted.size() - at] = there.size() - at;
        }
        return found;
    }

    C R::*member_;
    hcl::Count count_;
};

// ----------------------------------------------------------------------------
// What nothing else is described for.
// ----------------------------------------------------------------------------

// The text of what stands in a body that was read.
inline void write_rest(std::string &text, const hcl::Body &body) {
    if (body.get() == nullptr) {
        return;
    }
    hcl::Items items = body.items();
    for (hcl::Item item : items.all()) {
        if (item.kind() == hcl::ItemKind::either) {
            throw Error(Code::unsupported, "what is left of a body in JSON syntax may be an "
                                           "argument or blocks, and is not written");
        }
        if (std::optional<hcl::Attribute> argument = item.attribute()) {
            text += argument->name();
            text += " = ";
            text += hcl::Snippet(argument->expression().text()).text();
            text += "\n";
        }
        for (hcl::Block block : item.blocks()) {
            text += block.type();
            for (std::string_view label : block.labels()) {
                text += " " + quoted(label);
            }
            text += " ";
            text += block.body().text();
            text += "\n";
        }
    }
}

template <class R> class HclRestBody final : public HclMember<R> {
  public:
    explicit HclRestBody(hcl::Body R::*member)
        : HclMember<R>(HclSort::rest, ""), member_(member) {}

    hcl::Spec spec(std::size_t) const override { return hcl::Spec::rest(); }
    void read(R &record, ValueRef value) const override {
        record.*member_ = hcl::body_of(value).value();
    }
    void write(std::string &body, const R &record, const R &) const override {
        write_rest(body, record.*member_);
    }
    // In a body that is there, it stands there.
    void update(const HclUpdate &, const R &, const R &) const override {}
    bool holds(const HclUpdate &, const R &, const R &) const override { return true; }

  private:
    hcl::Body R::*member_;
};

template <class R, class T> class HclRestArguments final : public HclMember<R> {
    using Map = std::map<std::string, T>;
    using As = HclField<Map>;

  public:
    explicit HclRestArguments(Map R::*member)
        : HclMember<R>(HclSort::other_arguments, ""), member_(member) {}

    hcl::Spec spec(std::size_t) const override {
        hcl::Spec rest = hcl::Spec::rest_attributes(HclField<T>::type());
        if constexpr (HclField<T>::takes_all) {
            return rest;
        } else {
            return rest.validate(
                [](ValueRef value) { return hcl_readable([&] { return As::read(value); }); });
        }
    }
    void read(R &record, ValueRef value) const override { record.*member_ = As::read(value); }
    void write(std::string &body, const R &record, const R &) const override {
        for (const auto &[name, field] : record.*member_) {
            body += name + " = ";
            body += HclField<T>::snippet(field).text();
            body += "\n";
        }
    }
    void update(const HclUpdate &to, const R &record, const R &) const override {
        for (const hcl::Node &gone : unwanted(to, record)) {
            gone.remove();
        }
        for (const auto &[name, field] : record.*member_) {
            std::optional<hcl::Node> there = to.body.attribute(name);
            if (!there || !HclField<T>::holds(*there, field, to.scope)) {
                to.body.set(name, HclField<T>::snippet(field));
            }
        }
    }
    bool holds(const HclUpdate &to, const R &record, const R &) const override {
        for (const auto &[name, field] : record.*member_) {
            std::optional<hcl::Node> there = to.body.attribute(name);
            if (!there || !HclField<T>::holds(*there, field, to.scope)) {
                return false;
            }
        }
        return unwanted(to, record).empty();
    }

  private:
    // The arguments that neither the record describes nor the map has.
    std::vector<hcl::Node> unwanted(const HclUpdate &to, const R &record) const {
        std::vector<hcl::Node> gone;
        for (const hcl::Node &item : to.body.items()) {
            const std::string name(item.name());
            if (item.is_attribute() && (record.*member_).count(name) == 0 &&
                std::find(to.described.begin(), to.described.end(), name) == to.described.end()) {
                gone.push_back(item);
            }
        }
        return gone;
    }

    Map R::*member_;
};

} // namespace detail

namespace hcl {

// ============================================================================
// DESCRIPTIONS
// ============================================================================

// What a struct is in HCL, said member by member: what a function `describe` beside it, in its
// namespace, is given and gives back. It is called once.
//
// Ownership: a copy shares what was said.
// Errors: each step throws Code::invalid_argument for what no body can be: a name that is none or
// comes twice, a label behind what stands in the body, a second `remain`, a record within itself.
// Threads: any number at once, once it is described.
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
    // A label of the block that the record is; they come first, in their order.
    Record &label(std::string_view name, std::string R::*member) {
        for (const auto &before : members_) {
            if (before->sort != polycty::detail::HclSort::label) {
                polycty::detail::wrong_description("the label \"" + std::string(name) +
                                                   "\" comes after what stands in the body");
            }
        }
        return add(std::make_shared<polycty::detail::HclLabel<R>>(std::string(name), member));
    }
    // An argument that has to be there.
    template <class T> Record &attribute(std::string_view name, T R::*member) {
        return argument(name, member, Presence::required);
    }
    // An argument that may be missing or null.
    template <class T> Record &optional(std::string_view name, T R::*member) {
        return argument(name, member, Presence::optional);
    }
    // Blocks of a type; `count` is about a std::vector of them.
    template <class C> Record &block(std::string_view type, C R::*member, Count count = Count()) {
        return add(std::make_shared<polycty::detail::HclBlockMember<R, C>>(std::string(type), member,
                                                                           count));
    }
    // What nothing else is described for: as a body, which stays where it is when a record is put
    // into a body that has it; or as arguments. Without it, that is a fault.
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
        const bool named = !name.empty() || (member->sort != HclSort::rest &&
                                             member->sort != HclSort::other_arguments);
        if (named && !polycty::detail::is_hcl_name(name)) {
            polycty::detail::wrong_description("\"" + name + "\" is no name");
        }
        for (const auto &before : members_) {
            // A label may be called as an argument is.
            if (before->name == name && (before->sort == HclSort::label) ==
                                            (member->sort == HclSort::label)) {
                polycty::detail::wrong_description((named ? "\"" + name + "\"" : "`remain`") +
                                                   " comes twice");
            }
        }
        members_.push_back(std::move(member));
        return *this;
    }

    friend class polycty::detail::HclRecord<R>;
    std::vector<std::shared_ptr<const Member>> members_;
};

// The texts that the values of an enumeration are in HCL, said one by one: what a function
// `describe` beside it is given and gives back. It is called once.
//
// Ownership: holds copies of the texts.
// Errors: `value` throws Code::invalid_argument for a text that comes twice. A text that is none
// of them is a fault at the argument's place.
// Threads: any number at once, once it is described.
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
                polycty::detail::wrong_description("\"" + std::string(text) + "\" comes twice");
            }
        }
        texts_.emplace_back(text, value);
        return *this;
    }

    // Errors: Code::conversion for a text that is none of them.
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
    // Errors: Code::invalid_argument for a value that has no text.
    std::string_view text(E value) const {
        for (const auto &[each, other] : texts_) {
            if (other == value) {
                return each;
            }
        }
        throw Error(Code::invalid_argument, "the value has no text in its description");
    }

  private:
    std::vector<std::pair<std::string, E>> texts_;
};

} // namespace hcl

namespace detail {

// A description of a struct, put to use.
template <class R> class HclRecord {
  public:
    explicit HclRecord(hcl::Record<R> described) : members_(std::move(described.members_)) {
        std::vector<hcl::Spec> specs;
        for (const auto &member : members_) {
            specs.push_back(member->spec(specs.size()));
            labels_ += member->sort == HclSort::label ? 1 : 0;
            if (member->field()) {
                arguments_.push_back(member->name);
            }
        }
        spec_ = hcl::Spec::tuple(specs);
    }

    // How a body becomes a tuple of the members.
    const hcl::Spec &spec() const { return spec_; }
    // The record that such a tuple is.
    R from_body(ValueRef value) const {
        R record = R();
        std::size_t at = 0;
        for (const auto &member : members_) {
            member->read(record, value[at++]);
        }
        return record;
    }

    // As the value of an argument.
    Type object_type() const {
        std::vector<Field> fields;
        for (const auto &member : members_) {
            std::optional<Field> field = member->field();
            if (!field) {
                wrong_description("a record with labels, blocks or `remain` is no value of an "
                                  "argument");
            }
            fields.push_back(*field);
        }
        return Type::object(fields);
    }
    R from_object(ValueRef value) const {
        R record = R();
        for (const auto &member : members_) {
            in_part([&](Error &error) { error.in_attribute(member->name); },
                    [&] {
                        member->read(record,
                                     hcl_converted(value[member->name], member->field()->type));
                    });
        }
        return record;
    }
    Value to_object(const R &record) const {
        std::map<std::string, Value> parts;
        for (const auto &member : members_) {
            if (std::optional<Value> part = member->part(record, fresh_)) {
                parts.emplace(member->name, *part);
            }
        }
        return Value::object(parts);
    }

    // As a body.
    bool has_labels() const { return labels_ > 0; }
    std::vector<std::string> labels(const R &record) const {
        std::vector<std::string> labels;
        for (std::size_t at = 0; at < labels_; at++) {
            labels.push_back(members_[at]->label(record));
        }
        return labels;
    }
    std::string body_text(const R &record) const {
        std::string text;
        for (HclSort sort : {HclSort::argument, HclSort::other_arguments, HclSort::blocks,
                             HclSort::rest}) {
            for (const auto &member : members_) {
                if (member->sort == sort) {
                    member->write(text, record, fresh_);
                }
            }
        }
        return text;
    }
    void update(const hcl::Node &body, const R &record, const hcl::Scope *scope) const {
        for (const auto &member : members_) {
            member->update({body, scope, arguments_}, record, fresh_);
        }
    }
    // Whether `update` would change nothing.
    bool holds(const hcl::Node &body, const R &record, const hcl::Scope *scope) const {
        return std::all_of(members_.begin(), members_.end(), [&](const auto &member) {
            return member->holds({body, scope, arguments_}, record, fresh_);
        });
    }
    void put(const hcl::Node &body, const R &record, const hcl::Scope *scope) const {
        static_cast<void>(body_text(record)); // what cannot be written is found before any edit
        const std::vector<std::string> wanted = labels(record);
        if (has_labels() && !body.is_block()) {
            throw Error(Code::invalid_argument, "a record with labels belongs into a block");
        }
        if (has_labels() && body.labels() != wanted) {
            body.set_labels(wanted);
        }
        update(body, record, scope);
    }

  private:
    std::vector<std::shared_ptr<const HclMember<R>>> members_;
    std::size_t labels_ = 0;
    std::vector<std::string> arguments_;
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
    // One for all, so that two threads that begin at two ends do not wait for each other.
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

// The specification that a record is decoded by: of a tuple with an element for each member.
// Errors: these functions throw what is wrong with the description, Code::invalid_argument.
template <class R> const Spec &spec_of() { return polycty::detail::hcl_described<R>().spec(); }

// The record that a body is. Errors: Code::diagnostics with all that is wrong, each at its place.
template <class R> R decode(BodyRef body) {
    return polycty::detail::hcl_described<R>().from_body(spec_of<R>().decode(body));
}
template <class R> R decode(BodyRef body, const Scope &scope) {
    return polycty::detail::hcl_described<R>().from_body(spec_of<R>().decode(body, scope));
}

// The text of a body that is the record, laid out.
// Errors: what `Snippet::value` says of a Value that cannot be written; Code::invalid_argument for
// a record with labels, which belong to a block.
template <class R> std::string to_hcl(const R &record) {
    const auto &made = polycty::detail::hcl_described<R>();
    if (made.has_labels()) {
        throw Error(Code::invalid_argument, "a record with labels belongs into a block");
    }
    return format(made.body_text(record), "record");
}

// Brings a body of a file, or a block with its labels, to what the record is. What has the wanted
// value already stays as it is written, with `scope` also what has it by way of variables and
// functions; blocks are known by their labels, those without by their order; what is not described
// is left alone.
// Errors: as `to_hcl`; Code::not_found for a node that is gone. What cannot be written is found
// before anything is changed.
template <class R> void encode(Node body, const R &record) {
    polycty::detail::hcl_described<R>().put(body, record, nullptr);
}
template <class R> void encode(Node body, const R &record, const Scope &scope) {
    polycty::detail::hcl_described<R>().put(body, record, &scope);
}

} // namespace hcl

} // namespace polycty

#endif // POLYCTY_MAPPING_HPP
