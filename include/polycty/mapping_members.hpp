// The members of a record: description, decoding, writing and updating of files. A part of
// mapping.hpp, which programs include.

#ifndef POLYCTY_MAPPING_MEMBERS_HPP
#define POLYCTY_MAPPING_MEMBERS_HPP

#include "mapping_fields.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>

namespace polycty {

namespace detail {

// The kind of a member.
enum class HclSort { label, argument, blocks, rest };

// The update of an existing body of a file by a record.
struct HclUpdate {
    hcl::Node body;
    const hcl::Scope *scope;
    // The names of the arguments that the record describes.
    const std::set<std::string> &described;
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
    // Writes the member to a new body: the text of arguments, and blocks, which are inserted;
    // `fresh` is a default-constructed record, `described` is as in HclUpdate.
    virtual void write(std::string &, const R &, const R & /*fresh*/,
                       const std::set<std::string> & /*described*/) const {}
    virtual void fill(const hcl::Node &, const R &) const {}
    virtual void update(const HclUpdate &to, const R &record, const R &fresh) const = 0;
    // Returns whether `update` would change nothing.
    virtual bool holds(const HclUpdate &to, const R &record, const R &fresh) const = 0;
    // For a label.
    virtual std::string label(const R &) const { return {}; }
    // As an attribute of an object: its type, and its written form. Only arguments have one.
    virtual std::optional<Field> field() const { return std::nullopt; }
    virtual std::optional<Value> part(const R &, const R &) const { return std::nullopt; }
};

template <class R> class HclLabel final : public HclMember<R> {
  public:
    HclLabel(std::string called, std::string R::*member)
        : HclMember<R>(HclSort::label, std::move(called)), member_(member) {}

    hcl::Spec spec(std::size_t labels) const override {
        return hcl::Spec::block_label(labels, this->name);
    }
    void read(R &record, ValueRef value) const override {
        record.*member_ = HclField<std::string>::read(value);
    }
    void update(const HclUpdate &, const R &, const R &) const override {}
    bool holds(const HclUpdate &, const R &, const R &) const override { return true; }
    std::string label(const R &record) const override { return record.*member_; }

  private:
    std::string R::*member_;
};

template <class R, class T> class HclArgument final : public HclMember<R> {
    using As = HclField<T>;

  public:
    HclArgument(std::string called, T R::*member, Presence presence)
        : HclMember<R>(HclSort::argument, std::move(called)), member_(member), presence_(presence),
          type_(As::type()), attribute_(normalized(this->name)) {}

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
    void write(std::string &body, const R &record, const R &fresh,
               const std::set<std::string> &) const override {
        if (!left_out(record, fresh)) {
            body += this->name;
            body += " = ";
            body += As::fragment(record.*member_).text();
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
                if constexpr (std::is_base_of_v<HclValueField<T>, As>) {
                    As::edit(*there, field, to.scope);
                } else {
                    there->set_value(As::fragment(field));
                }
            }
        } else if (!left_out(record, fresh)) {
            to.body.set(this->name, As::fragment(field));
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
    std::optional<Field> field() const override { return Field(attribute_, type_, presence_); }
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
    // Its name in an object.
    std::string attribute_;
};

// ============================================================================
// BLOCKS
// ============================================================================

// The form in which a member holds the records.

// A single required block.
template <class C> struct HclBlocks {
    using Item = C;
    static_assert(is_hcl_record<C>,
                  "blocks are structs with a function `describe` in their namespace");
    // Whether several blocks are allowed, and whether their order is significant.
    static constexpr bool several = false;
    static constexpr bool ordered = false;
    static hcl::Spec spec(std::string_view type, const hcl::Spec &nested, hcl::Count) {
        return hcl::Spec::block(type, nested, Presence::required);
    }
    static C read(ValueRef value) { return hcl_described<C>().from_body(value); }
    // Calls `visit(key, record)`; the key is null if there is none.
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
    static constexpr bool several = true;
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
    static constexpr bool several = true;
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

// Blocks are not records if their number depends on a `dynamic` block with an unknown value, or if
// they are marked.
inline std::optional<Error> hcl_block_is_plain(ValueRef value) {
    if (value.is_marked()) {
        return Error(Code::marked, "blocks from a marked value cannot be read as records");
    }
    if (value.is_unknown()) {
        return Error(Code::unknown, "the blocks are not known yet");
    }
    return std::nullopt;
}

// As above, for a tuple or an object of them.
inline std::optional<Error> hcl_blocks_are_plain(ValueRef value) {
    std::optional<Error> found = hcl_block_is_plain(value);
    if (!found && value.type().kind() == Kind::tuple) {
        for (ValueRef part : value.elements()) {
            found = found ? found : hcl_block_is_plain(part);
        }
    } else if (!found) {
        for (const Entry &entry : value.entries()) {
            found = found ? found : hcl_block_is_plain(entry.value);
        }
    }
    return found;
}

template <class R, class C> class HclBlockMember final : public HclMember<R> {
    using As = HclBlocks<C>;
    using Item = typename As::Item;
    using Labels = std::vector<std::string>;

  public:
    HclBlockMember(std::string called, C R::*member, hcl::Count count)
        : HclMember<R>(HclSort::blocks, std::move(called)), member_(member), count_(count) {
        static_cast<void>(hcl_described<Item>()); // throws the errors of Item's description
        if (count.max != 0 && count.min > count.max) {
            wrong_description("at least " + std::to_string(count.min) + " blocks are more than " +
                              std::to_string(count.max));
        }
    }

    hcl::Spec spec(std::size_t) const override {
        return As::spec(this->name, hcl_described<Item>().spec(), count_)
            .validate(As::several ? hcl_blocks_are_plain : hcl_block_is_plain);
    }
    void read(R &record, ValueRef value) const override { record.*member_ = As::read(value); }
    void fill(const hcl::Node &body, const R &record) const override {
        std::size_t at = 0;
        for (const Wanted &each : all(record)) {
            auto step = [&](Error &error) {
                if (each.key != nullptr) {
                    error.in_key(Value::string(*each.key));
                } else if (As::several) {
                    error.in_index(at);
                }
            };
            in_part(step, [&] { made(body, each, hcl::Where::last()); });
            at++;
        }
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
                before = made(to.body, wanted[at], behind);
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

    // A record that needs a block.
    struct Wanted {
        Labels labels;
        const Item *item;
        const std::string *key; // for a map
    };

    static Labels labels(const std::string *key, const Item &item) {
        Labels all = hcl_described<Item>().labels(item);
        if (key != nullptr) {
            all.insert(all.begin(), *key);
        }
        return all;
    }
    hcl::Node made(const hcl::Node &body, const Wanted &wanted, hcl::Where where) const {
        hcl::Node block = body.insert_block(this->name, wanted.labels, where);
        hcl_described<Item>().fill(block, *wanted.item);
        return block;
    }
    std::vector<Wanted> all(const R &record) const {
        std::vector<Wanted> wanted;
        As::each(record.*member_, [&](const std::string *key, const Item &item) {
            wanted.push_back({labels(key, item), &item, key});
        });
        return wanted;
    }
    static bool same(const hcl::Node &block, const Wanted &wanted, const hcl::Scope *scope) {
        return block.labels() == wanted.labels &&
               hcl_described<Item>().holds(block, *wanted.item, scope);
    }
    // Matches blocks to records: by their labels; blocks without labels: equal ones at the
    // beginning and at the end, and those between in their order.
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

// ============================================================================
// OTHER CONTENT
// ============================================================================

inline void insert_items(const hcl::Node &body, const std::string &text) {
    if (!text.empty()) {
        body.insert_text(text);
    }
}

// Returns the text of the arguments or of the blocks in a parsed body.
inline std::string text_of_items(const hcl::Body &body, hcl::ItemKind kind) {
    std::string text;
    if (body.get() == nullptr) {
        return text;
    }
    hcl::Items items = body.items();
    for (hcl::Item item : items.all()) {
        if (item.kind() == hcl::ItemKind::either) {
            throw Error(Code::unsupported, "the rest of a body in JSON syntax cannot be written, "
                                           "because it may be an argument or blocks");
        }
        if (item.kind() != kind) {
            continue;
        }
        if (std::optional<hcl::Attribute> argument = item.attribute()) {
            text += argument->name();
            text += " = ";
            text += hcl::Fragment(argument->expression().text()).text();
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
    return text;
}

template <class R> class HclRestBody final : public HclMember<R> {
  public:
    explicit HclRestBody(hcl::Body R::*member)
        : HclMember<R>(HclSort::rest, ""), member_(member) {}

    hcl::Spec spec(std::size_t) const override { return hcl::Spec::rest(); }
    void read(R &record, ValueRef value) const override {
        record.*member_ = hcl::body_of(value).value();
    }
    void write(std::string &body, const R &record, const R &,
               const std::set<std::string> &) const override {
        body += text_of_items(record.*member_, hcl::ItemKind::attribute);
    }
    void fill(const hcl::Node &body, const R &record) const override {
        insert_items(body, text_of_items(record.*member_, hcl::ItemKind::block));
    }
    // If it is part of the target body already, it stays in place.
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
        : HclMember<R>(HclSort::rest, ""), member_(member) {}

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
    // A key is arbitrary text of the program.
    void write(std::string &body, const R &record, const R &,
               const std::set<std::string> &described) const override {
        for (const auto &entry : record.*member_) {
            const std::string &key = entry.first;
            in_part([&](Error &error) { error.in_key(Value::string(key)); }, [&] {
                if (!is_hcl_name(key)) {
                    throw Error(Code::invalid_argument, quoted(key) + " is not a valid name");
                }
                if (described.count(key) != 0) {
                    throw Error(Code::invalid_argument,
                                quoted(key) + " is a described argument, not one of the others");
                }
                body += key;
                body += " = ";
                body += HclField<T>::fragment(entry.second).text();
                body += "\n";
            });
        }
    }
    void update(const HclUpdate &to, const R &record, const R &) const override {
        Match match(to, record.*member_);
        for (const auto &gone : match.others) {
            gone.second.remove();
        }
        auto there = match.found.begin();
        for (const auto &[key, field] : record.*member_) {
            if (!*there) {
                to.body.set(key, HclField<T>::fragment(field));
            } else if (!HclField<T>::holds(**there, field, to.scope)) {
                if constexpr (std::is_base_of_v<HclValueField<T>, HclField<T>>) {
                    HclField<T>::edit(**there, field, to.scope);
                } else {
                    (*there)->set_value(HclField<T>::fragment(field));
                }
            }
            there++;
        }
    }
    bool holds(const HclUpdate &to, const R &record, const R &) const override {
        Match match(to, record.*member_);
        auto there = match.found.begin();
        for (const auto &entry : record.*member_) {
            if (!*there || !HclField<T>::holds(**there, entry.second, to.scope)) {
                return false;
            }
            there++;
        }
        return match.others.empty();
    }

  private:
    // The argument of each entry of the map, and the arguments that neither the record describes
    // nor the map contains.
    struct Match {
        std::vector<std::optional<hcl::Node>> found;
        std::map<std::string, hcl::Node> others;

        Match(const HclUpdate &to, const Map &map) {
            for (const hcl::Node &item : to.body.items()) {
                std::string called(item.name());
                if (item.is_attribute() && to.described.count(called) == 0) {
                    others.emplace(std::move(called), item);
                }
            }
            for (const auto &entry : map) {
                found.push_back(take(entry.first));
            }
            // The keys of a map are normalized; the names of an object keep their notation.
            if (others.empty() || HclField<T>::type().has(Trait::any)) {
                return;
            }
            std::map<std::string, std::string> written;
            for (const auto &other : others) {
                written.emplace(normalized(other.first), other.first);
            }
            auto place = found.begin();
            for (const auto &entry : map) {
                auto same = written.find(entry.first);
                if (!*place && same != written.end()) {
                    *place = take(same->second);
                }
                place++;
            }
        }

      private:
        std::optional<hcl::Node> take(const std::string &called) {
            auto there = others.find(called);
            if (there == others.end()) {
                return std::nullopt;
            }
            hcl::Node node = there->second;
            others.erase(there);
            return node;
        }
    };

    Map R::*member_;
};

} // namespace detail

} // namespace polycty

#endif // POLYCTY_MAPPING_MEMBERS_HPP
