// HCL: bodies, and their decoding to values.

#ifndef POLYCTY_HCL_BODIES_HPP
#define POLYCTY_HCL_BODIES_HPP

#include "hcl.hpp"
#include "hcl_bodies.h"
#include "detail/enumerations_hcl_bodies.hpp"

namespace polycty {

namespace hcl {

class Block;

// An argument of a body.
//
// Ownership: owns nothing; valid as long as the Content.
// Threads: any number at once.
//
// ```cpp
// std::string where(polycty::hcl::Attribute attribute) {
//     return std::string(attribute.file()) + ":" + std::to_string(attribute.range().start.line);
// }
// ```
class Attribute : public detail::View<pcty_hcl_attribute> {
  public:
    using View::View;
    std::string_view name() const noexcept { return detail::view(data().name); }
    ExpressionRef expression() const noexcept { return ExpressionRef(data().expression); }
    pcty_range range() const noexcept { return data().range; }
    pcty_range name_range() const noexcept { return data().name_range; }
    std::string_view file() const noexcept { return detail::view(data().file); }

  private:
    pcty_hcl_attribute_data data() const noexcept {
        return detail::info(pcty_hcl_attribute_info, get());
    }
};

// The content of a body.
//
// Ownership: move-only; owns its arguments and blocks.
// Threads: any number at once.
//
// ```cpp
// void print(const polycty::hcl::Content &content, const polycty::hcl::Scope &scope) {
//     for (polycty::hcl::Attribute attribute : content.attributes()) {
//         std::cout << attribute.name() << " = "
//                   << attribute.expression().evaluate(scope).to_json() << "\n";
//     }
// }
// ```
class Content : public detail::Owned<detail::View<pcty_hcl_content>, pcty_hcl_content,
                                     pcty_hcl_content_free> {
  public:
    using Owned::Owned;
    // In the order of the schema, or of the text if there was no schema.
    Range<Attribute, pcty_hcl_content> attributes() const & {
        return {get(), data().attribute_count,
                [](const pcty_hcl_content *from, std::size_t at, std::size_t) {
                    return Attribute(pcty_hcl_content_attribute_at(from, at));
                }};
    }
    void attributes() const && = delete;
    std::optional<Attribute> attribute(std::string_view name) const & noexcept {
        return detail::some<Attribute>(pcty_hcl_content_attribute_get(get(), detail::str(name)));
    }
    void attribute(std::string_view name) const && = delete;
    // In the order of the text.
    inline Range<Block, pcty_hcl_content> blocks() const &;
    void blocks() const && = delete;
    pcty_range missing_range() const noexcept { return data().missing_range; }

  private:
    pcty_hcl_content_data data() const noexcept {
        return detail::info(pcty_hcl_content_info, get());
    }
};

// An argument that a body may have.
struct AttributeSchema {
    std::string_view name;
    Presence presence = Presence::optional;
};

// A type of blocks that a body may have, and the names of its labels.
struct BlockSchema {
    std::string_view type;
    std::vector<std::string_view> labels = {};
};

// The arguments and blocks that a body may have.
struct Schema {
    std::vector<AttributeSchema> attributes = {};
    std::vector<BlockSchema> blocks = {};
};

class Body;
class Items;
class Location;

// The methods of Body and BodyRef.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// polycty::hcl::Content settings(polycty::hcl::BodyRef body) {
//     return body.content({{{"region", polycty::Presence::required}}, {{"server", {"name"}}}});
// }
// ```
class BodyMethods : public detail::View<pcty_hcl_body> {
  public:
    using View::View;
    pcty_range missing_range() const noexcept {
        return pcty_hcl_body_range(get(), PCTY_HCL_RANGE_MISSING);
    }
    std::string_view file() const noexcept { return detail::view(data().file); }

    // Returns the content. The schema must describe everything that the body may contain.
    inline Content content(const Schema &schema) const;
    inline Diagnosed<Content> content_diagnosed(const Schema &schema) const;
    // Returns the content that a schema describes, and the rest.
    inline std::pair<Content, Body> partial_content(const Schema &schema) const;
    inline std::pair<Diagnosed<Content>, Body>
    partial_content_diagnosed(const Schema &schema) const;
    // For a body that may have any arguments, but no blocks.
    Content attributes() const {
        return Content(detail::whole<pcty_hcl_content>(pcty_hcl_body_attributes, get()));
    }
    Diagnosed<Content> attributes_diagnosed() const {
        return detail::diagnosed<Diagnosed<Content>, pcty_hcl_content>(
            pcty_hcl_body_attributes, get());
    }

    // Whether it is of a `dynamic` block over an unknown collection.
    bool is_unknown() const noexcept { return data().is_unknown; }
    // Those of the collection that its `dynamic` block iterates over.
    Marks marks() const { return Marks(pcty_hcl_body_marks(get())); }

    // Without a schema: returns the items of the body, in the order of the text.
    inline Items items() const;
    // Returns the context of a byte, or of a line and column. `file` selects one of several bodies
    // by the name of its text; an empty name selects the first.
    inline Location at(std::size_t byte, std::string_view file = {}) const;
    inline Location at(std::uint32_t line, std::uint32_t column, std::string_view file) const;
    // At any depth, in the order of the text.
    Traversals variables() const {
        return Traversals(detail::made<pcty_hcl_traversals>(pcty_hcl_body_variables, get()));
    }
    Calls calls() const { return Calls(detail::made<pcty_hcl_calls>(pcty_hcl_body_calls, get())); }
    // A block's with its braces, a file's as a whole.
    pcty_range range() const noexcept { return pcty_hcl_body_range(get(), PCTY_HCL_RANGE_WHOLE); }
    std::string_view text() const noexcept { return detail::view(data().text); }

    // Replaces `dynamic` blocks by the blocks that they generate.
    inline Body expand_dynamic() const;
    inline Body expand_dynamic(const Scope &scope) const;

  protected:
    BodyMethods(const BodyMethods &) = default;
    BodyMethods &operator=(const BodyMethods &) = default;
    ~BodyMethods() = default;

  private:
    pcty_hcl_body_data data() const noexcept { return detail::info(pcty_hcl_body_info, get()); }
};

// A view of a Body: owns nothing, and is valid as long as the owner of the body. It can be
// assigned, which makes it a view of a different object; an owner cannot be assigned through it.
//
// Ownership: owns nothing.
// Threads: as the viewed object.
//
// ```cpp
// std::string file_of(polycty::hcl::BodyRef body) { return std::string(body.file()); }
// ```
class BodyRef : public BodyMethods {
  public:
    using BodyMethods::BodyMethods;
    BodyRef(const BodyMethods &of) noexcept : BodyMethods(of.get()) {}
};

} // namespace hcl

namespace detail {
struct GatherBodies : Array<const pcty_hcl_body *> {
    void add(hcl::BodyRef body) { push(body.get()); }
};
} // namespace detail

namespace hcl {

// An argument that is any number of bodies: a list in braces; a container of them; or a
// pointer and a number.
using Bodies = detail::Many<BodyRef, detail::GatherBodies>;

// Arguments and blocks in parsed form.
//
// Ownership: a copy counts a reference.
// Errors: the constructor throws Code::syntax with all diagnostics.
// Threads: any number at once.
//
// ```cpp
// polycty::hcl::Body module(std::string_view main_text, std::string_view variables_text) {
//     polycty::hcl::Body main(main_text, "main.hcl"), variables(variables_text, "variables.hcl");
//     return polycty::hcl::Body::merge({main, variables});
// }
// ```
class Body : public detail::Shared<BodyMethods, pcty_hcl_body, pcty_hcl_body_clone,
                                   pcty_hcl_body_free> {
  public:
    using Shared::Shared;
    // A temporary returns owned texts instead of borrowed ones.
    std::string_view file() const & noexcept { return BodyMethods::file(); }
    std::string file() const && { return std::string(file()); }
    std::string_view text() const & noexcept { return BodyMethods::text(); }
    std::string text() const && { return std::string(text()); }
    Body(std::string_view text, std::string_view file, Syntax syntax = Syntax::native)
        : Shared(detail::whole<pcty_hcl_body>(pcty_hcl_body_parse,
                                             detail::str(text),
                                             detail::str(file), detail::whole_text,
                                             static_cast<pcty_hcl_syntax>(syntax))) {}
    // Parses as far as possible.
    static Diagnosed<Body> diagnosed(std::string_view text, std::string_view file,
                                     Syntax syntax = Syntax::native) {
        return detail::diagnosed<Diagnosed<Body>, pcty_hcl_body>(
            pcty_hcl_body_parse, detail::str(text), detail::str(file), detail::whole_text,
            static_cast<pcty_hcl_syntax>(syntax));
    }
    // Parses a part of a larger text whose first byte is at `start`.
    Body(std::string_view text, std::string_view file, pcty_position start,
         Syntax syntax = Syntax::native)
        : Shared(detail::whole<pcty_hcl_body>(pcty_hcl_body_parse,
                                             detail::str(text),
                                             detail::str(file), &start,
                                             static_cast<pcty_hcl_syntax>(syntax))) {}
    static Diagnosed<Body> diagnosed(std::string_view text, std::string_view file,
                                     pcty_position start, Syntax syntax = Syntax::native) {
        return detail::diagnosed<Diagnosed<Body>, pcty_hcl_body>(
            pcty_hcl_body_parse, detail::str(text),
            detail::str(file), &start, static_cast<pcty_hcl_syntax>(syntax));
    }
    // Merges several bodies, such as those of the files of a module.
    static Body merge(const Bodies &bodies) {
        return Body(
            detail::made<pcty_hcl_body>(pcty_hcl_body_merge, bodies.data(), bodies.size()));
    }
};

// A block of a body.
//
// Ownership: owns nothing; valid as long as the Content. Copy the body to keep it.
// Threads: any number at once.
//
// ```cpp
// polycty::hcl::Body body_of(polycty::hcl::Block block) {
//     std::cout << block.type() << " " << block.labels()[0] << "\n";
//     return block.body();
// }
// ```
class Block : public detail::View<pcty_hcl_block> {
  public:
    using View::View;
    std::string_view type() const noexcept { return detail::view(data().type); }
    Range<std::string_view, pcty_hcl_block> labels() const {
        return {get(), data().label_count,
                [](const pcty_hcl_block *from, std::size_t at, std::size_t) {
                    pcty_hcl_label label{};
                    pcty_hcl_block_label_at(from, at, &label);
                    return detail::view(label.text);
                }};
    }
    pcty_range label_range(std::size_t index) const noexcept {
        pcty_hcl_label label{{nullptr, 0}, {{1, 1, 0}, {1, 1, 0}}};
        pcty_hcl_block_label_at(get(), index, &label);
        return label.range;
    }
    BodyRef body() const noexcept { return BodyRef(data().body); }
    // Of the type and the labels.
    pcty_range range() const noexcept { return part(PCTY_HCL_RANGE_HEADER); }
    pcty_range type_range() const noexcept { return part(PCTY_HCL_RANGE_TYPE); }
    // From the type to the closing brace.
    pcty_range whole_range() const noexcept { return part(PCTY_HCL_RANGE_WHOLE); }
    // Of the braces; empty where a broken text or JSON has none.
    pcty_range open_range() const noexcept { return part(PCTY_HCL_RANGE_OPEN_BRACE); }
    pcty_range close_range() const noexcept { return part(PCTY_HCL_RANGE_CLOSE_BRACE); }
    std::string_view file() const noexcept { return detail::view(data().file); }

  private:
    pcty_hcl_block_data data() const noexcept { return detail::info(pcty_hcl_block_info, get()); }
    pcty_range part(pcty_hcl_range_kind kind) const noexcept {
        return pcty_hcl_block_range(get(), kind);
    }
};

// One of the Items of a body.
//
// Ownership: owns nothing; valid as long as the Items.
// Threads: any number at once.
//
// ```cpp
// std::string name_of(polycty::hcl::Item item) {
//     return std::string(item.attribute() ? item.attribute()->name() : item.blocks()[0].type());
// }
// ```
class Item {
  public:
    Item(const pcty_hcl_items *items, std::size_t at) noexcept : items_(items), at_(at) {}
    ItemKind kind() const noexcept { return static_cast<ItemKind>(data().kind); }
    // The argument that it is or may be.
    std::optional<Attribute> attribute() const noexcept {
        return detail::some<Attribute>(data().attribute);
    }
    // Returns the blocks, if the item is or may be blocks.
    Range<Block, pcty_hcl_items> blocks() const noexcept {
        return {items_, data().block_count,
                [](const pcty_hcl_items *from, std::size_t i, std::size_t within) {
                    return Block(pcty_hcl_items_block_at(from, within, i));
                },
                at_};
    }

  private:
    pcty_hcl_item data() const noexcept {
        pcty_hcl_item data{};
        pcty_hcl_items_at(items_, at_, &data);
        return data;
    }

    const pcty_hcl_items *items_;
    std::size_t at_;
};

// The items of a body, in the order of the text.
//
// Ownership: move-only; owns its arguments and blocks.
// Threads: any number at once.
//
// ```cpp
// void print_outline(polycty::hcl::BodyRef body, const std::string &indent) {
//     polycty::hcl::Items items = body.items();
//     for (polycty::hcl::Item item : items.all()) {
//         for (polycty::hcl::Block block : item.blocks()) {
//             std::cout << indent << block.type() << "\n";
//             print_outline(block.body(), indent + "  ");
//         }
//     }
// }
// ```
class Items : public detail::Owned<detail::View<pcty_hcl_items>, pcty_hcl_items,
                                   pcty_hcl_items_free> {
  public:
    using Owned::Owned;
    Range<Item, pcty_hcl_items> all() const & {
        return {get(), pcty_hcl_items_count(get()),
                [](const pcty_hcl_items *from, std::size_t at, std::size_t) { return Item(from, at); }};
    }
    void all() const && = delete;
};

// The context of a position in a text.
//
// Ownership: move-only; owns its parts.
// Threads: any number at once.
//
// ```cpp
// std::string word_at(polycty::hcl::BodyRef body, std::uint32_t line, std::uint32_t column) {
//     polycty::hcl::Location place = body.at(line, column, "");
//     std::string innermost;
//     for (polycty::hcl::ExpressionRef expression : place.expressions()) {
//         innermost = expression.text();
//     }
//     return innermost;
// }
// ```
class Location : public detail::Owned<detail::View<pcty_hcl_location>, pcty_hcl_location,
                                   pcty_hcl_location_free> {
  public:
    using Owned::Owned;
    // Returns the enclosing blocks, the outermost one first; none in JSON.
    Range<Block, pcty_hcl_location> blocks() const & {
        return {get(), data().block_count,
                [](const pcty_hcl_location *from, std::size_t at, std::size_t) {
                    return Block(pcty_hcl_location_block_at(from, at));
                }};
    }
    void blocks() const && = delete;
    std::optional<Attribute> attribute() const & noexcept {
        return detail::some<Attribute>(data().attribute);
    }
    void attribute() const && = delete;
    // Returns the enclosing expressions, the outermost one first.
    Range<ExpressionRef, pcty_hcl_location> expressions() const & {
        return {get(), data().expression_count,
                [](const pcty_hcl_location *from, std::size_t at, std::size_t) {
                    return ExpressionRef(pcty_hcl_location_expression_at(from, at));
                }};
    }
    void expressions() const && = delete;

  private:
    pcty_hcl_location_data data() const noexcept {
        return detail::info(pcty_hcl_location_info, get());
    }
};

} // namespace hcl

namespace detail {

// A schema of the C header, for the duration of a call.
class HclSchema {
  public:
    explicit HclSchema(const hcl::Schema &given) {
        for (const hcl::AttributeSchema &attribute : given.attributes) {
            attributes_.push({str(attribute.name), attribute.presence == Presence::required});
        }
        for (const hcl::BlockSchema &block : given.blocks) {
            for (std::string_view label : block.labels) {
                labels_.push(str(label));
            }
            blocks_.push({str(block.type), nullptr, block.labels.size()});
        }
        const pcty_str *labels = labels_.data();
        for (std::size_t i = 0; i < blocks_.size(); i++) {
            blocks_.data()[i].labels = labels;
            labels += blocks_[i].label_count;
        }
        schema_ = PCTY_HCL_SCHEMA_INIT;
        schema_.attributes = attributes_.data();
        schema_.attribute_count = attributes_.size();
        schema_.blocks = blocks_.data();
        schema_.block_count = blocks_.size();
    }
    HclSchema(const HclSchema &) = delete;
    HclSchema &operator=(const HclSchema &) = delete;
    const pcty_hcl_schema *get() const noexcept { return &schema_; }

  private:
    Array<pcty_hcl_attribute_schema> attributes_;
    Array<pcty_str> labels_; // of all blocks, concatenated
    Array<pcty_hcl_block_schema> blocks_;
    pcty_hcl_schema schema_;
};

} // namespace detail

namespace hcl {

inline Range<Block, pcty_hcl_content> Content::blocks() const & {
    return {get(), data().block_count,
            [](const pcty_hcl_content *from, std::size_t at, std::size_t) {
                return Block(pcty_hcl_content_block_at(from, at));
            }};
}
inline Content BodyMethods::content(const Schema &schema) const {
    return Content(detail::whole<pcty_hcl_content>(pcty_hcl_body_content, get(),
                                                  detail::HclSchema(schema).get()));
}
inline Diagnosed<Content> BodyMethods::content_diagnosed(const Schema &schema) const {
    return detail::diagnosed<Diagnosed<Content>, pcty_hcl_content>(
        pcty_hcl_body_content, get(), detail::HclSchema(schema).get());
}
inline std::pair<Content, Body> BodyMethods::partial_content(const Schema &schema) const {
    pcty_hcl_content *content = nullptr;
    pcty_hcl_body *rest = nullptr;
    detail::done(pcty_hcl_body_partial_content, get(), detail::HclSchema(schema).get(), &content,
                 &rest, detail::no_diagnostics);
    return {Content(content), Body(rest)};
}
inline std::pair<Diagnosed<Content>, Body>
BodyMethods::partial_content_diagnosed(const Schema &schema) const {
    pcty_hcl_content *content = nullptr;
    pcty_hcl_body *rest = nullptr;
    pcty_error *found = nullptr;
    detail::done(pcty_hcl_body_partial_content, get(), detail::HclSchema(schema).get(),
                 &content,
                 &rest, &found);
    Diagnosed<Content> diagnosed{Content(content), std::nullopt};
    Body others(rest);
    if (found != nullptr) {
        diagnosed.diagnostics = Error(found);
    }
    return {std::move(diagnosed), std::move(others)};
}

inline Items BodyMethods::items() const {
    return Items(detail::made<pcty_hcl_items>(pcty_hcl_body_items, get()));
}
inline Location BodyMethods::at(std::size_t byte, std::string_view file) const {
    return Location(detail::made<pcty_hcl_location>(pcty_hcl_body_at_byte, get(), detail::str(file), byte));
}
inline Location BodyMethods::at(std::uint32_t line, std::uint32_t column, std::string_view file) const {
    std::size_t byte = 0;
    detail::done(pcty_hcl_body_byte_of, get(), detail::str(file), line, column, &byte);
    return at(byte, file);
}
inline Body BodyMethods::expand_dynamic() const {
    const pcty_hcl_scope *none = nullptr;
    return Body(detail::made<pcty_hcl_body>(pcty_hcl_body_expand_dynamic, get(), none));
}
inline Body BodyMethods::expand_dynamic(const Scope &scope) const {
    return Body(detail::made<pcty_hcl_body>(pcty_hcl_body_expand_dynamic, get(), scope.get()));
}

// The permitted number of blocks; unlimited if `max` is 0.
struct Count {
    std::size_t min = 0;
    std::size_t max = 0;
};

// Validates a value: an Error, returned or thrown, whose diagnostics are reported.
using Check = Callback<std::optional<Error>(ValueRef)>;

// Refines a value. An exception of a step, or of the callable itself, is reported as a diagnostic.
using Refine = Callback<void(RefinementBuilder &)>;

// Returns the scope around the parameters of functions written in HCL; must not throw.
using OuterScope = Callback<Scope()>;

// A specification for the decoding of a body to a value.
//
// Ownership: a copy counts a reference; the callables are destroyed with the last reference, on the
// thread that drops it.
// Errors: decoding throws Code::diagnostics with all diagnostics.
// Threads: any number at once; the callables may run on several threads.
//
// ```cpp
// polycty::Value services(polycty::hcl::BodyRef body, const polycty::hcl::Scope &scope) {
//     using polycty::hcl::Spec;
//     Spec port = Spec::attribute("port", polycty::Type::number(), polycty::Presence::required);
//     Spec service = Spec::object({{"name", Spec::block_label(0, "name")}, {"port", port}});
//     return Spec::block_list("service", service).decode(body, scope);
// }
// ```
class Spec : public detail::Shared<detail::View<pcty_hcl_spec>, pcty_hcl_spec,
                                   pcty_hcl_spec_clone, pcty_hcl_spec_free> {
  public:
    using Shared::Shared;

    // All specs are for the same body.
    static Spec object(const std::vector<std::pair<std::string_view, Spec>> &attributes) {
        detail::Array<pcty_str> names;
        detail::Array<const pcty_hcl_spec *> specs;
        for (const auto &[name, spec] : attributes) {
            names.push(detail::str(name));
            specs.push(spec.get());
        }
        return made(pcty_hcl_spec_object, names.data(), specs.data(), specs.size());
    }
    static Spec tuple(const std::vector<Spec> &elements) {
        detail::Array<const pcty_hcl_spec *> specs;
        for (const Spec &spec : elements) {
            specs.push(spec.get());
        }
        return made(pcty_hcl_spec_tuple, specs.data(), specs.size());
    }
    static Spec attribute(std::string_view name, TypeRef type,
                          Presence presence = Presence::optional) {
        return made(pcty_hcl_spec_attribute, detail::str(name), type.get(), required(presence));
    }
    static Spec literal(ValueRef value) { return made(pcty_hcl_spec_literal, value.get()); }
    static Spec expression(ExpressionRef expression) {
        return made(pcty_hcl_spec_expression, expression.get());
    }
    static Spec block_label(std::size_t index, std::string_view name) {
        return made(pcty_hcl_spec_block_label, index, detail::str(name));
    }
    // What no other spec for the same body knows: as a value that `body_of` takes, or as a map of
    // arguments, an object where the element says nothing of a type.
    static Spec rest() { return made(pcty_hcl_spec_rest, static_cast<const pcty_type *>(nullptr)); }
    static Spec rest_attributes(TypeRef element) { return made(pcty_hcl_spec_rest, element.get()); }

    // Specs for the bodies of blocks.
    static Spec block(std::string_view type, const Spec &nested,
                      Presence presence = Presence::optional) {
        return blocks(type, nested, PCTY_HCL_BLOCK_SINGLE, presence, {}, {});
    }
    static Spec block_list(std::string_view type, const Spec &nested, Count count = Count()) {
        return blocks(type, nested, PCTY_HCL_BLOCK_LIST, Presence::optional, count, {});
    }
    static Spec block_set(std::string_view type, const Spec &nested, Count count = Count()) {
        return blocks(type, nested, PCTY_HCL_BLOCK_SET, Presence::optional, count, {});
    }
    static Spec block_tuple(std::string_view type, const Spec &nested, Count count = Count()) {
        return blocks(type, nested, PCTY_HCL_BLOCK_TUPLE, Presence::optional, count, {});
    }
    static Spec block_map(std::string_view type, const Spec &nested, const Texts &labels) {
        return blocks(type, nested, PCTY_HCL_BLOCK_MAP, Presence::optional, {}, labels);
    }
    static Spec block_object(std::string_view type, const Spec &nested, const Texts &labels) {
        return blocks(type, nested, PCTY_HCL_BLOCK_OBJECT, Presence::optional, {}, labels);
    }
    static Spec block_attributes(std::string_view type, TypeRef element,
                                 Presence presence = Presence::optional) {
        return made(pcty_hcl_spec_block_attributes, detail::str(type), element.get(),
                    required(presence));
    }

    // Returns the value of this spec, or that of the other one if it is null.
    Spec or_else(const Spec &fallback) const {
        return made(pcty_hcl_spec_default, get(), fallback.get());
    }
    Spec transform(const Function &function) const {
        return made(pcty_hcl_spec_transform, get(), function.get());
    }
    // Transforms the value by an expression in which the value is a variable.
    Spec transform(ExpressionRef expression, std::string_view variable) const {
        const pcty_hcl_scope *none = nullptr;
        return made(pcty_hcl_spec_transform_expression, get(), expression.get(),
                    detail::str(variable), none);
    }
    Spec transform(ExpressionRef expression, std::string_view variable,
                   const Scope &scope) const {
        return made(pcty_hcl_spec_transform_expression, get(), expression.get(),
                    detail::str(variable), scope.get());
    }
    inline Spec validate(Check check) const;
    inline Spec refine(Refine refine) const;

    // Parses a spec that is written in HCL; its definitions for the bodies are added to the scope.
    static Spec read(BodyRef body) {
        pcty_hcl_scope *none = nullptr;
        return whole(pcty_hcl_spec_parse, body.get(), none);
    }
    static Spec read(BodyRef body, Scope &scope) {
        return whole(pcty_hcl_spec_parse, body.get(), const_cast<pcty_hcl_scope *>(scope.get()));
    }
    static Diagnosed<Spec> read_diagnosed(BodyRef body, Scope &scope) {
        return detail::diagnosed<Diagnosed<Spec>, pcty_hcl_spec>(
            pcty_hcl_spec_parse, body.get(), const_cast<pcty_hcl_scope *>(scope.get()));
    }

    // Returns the type of the decoded value, as far as it is known without a body.
    TypeRef implied_type() const & noexcept { return TypeRef(pcty_hcl_spec_implied_type(get())); }
    Type implied_type() const && { return implied_type(); }

    // Decodes a body without content that the spec does not describe.
    Value decode(BodyRef body) const { return value_in(body, nullptr); }
    Value decode(BodyRef body, const Scope &scope) const { return value_in(body, scope.get()); }
    Diagnosed<Value> decode_diagnosed(BodyRef body) const { return diagnosed_in(body, nullptr); }
    Diagnosed<Value> decode_diagnosed(BodyRef body, const Scope &scope) const {
        return diagnosed_in(body, scope.get());
    }
    // Decodes the content that the spec describes, and returns the rest.
    std::pair<Value, Body> partial_decode(BodyRef body) const { return part_in(body, nullptr); }
    std::pair<Value, Body> partial_decode(BodyRef body, const Scope &scope) const {
        return part_in(body, scope.get());
    }
    std::pair<Diagnosed<Value>, Body> partial_decode_diagnosed(BodyRef body) const {
        return diagnosed_part_in(body, nullptr);
    }
    std::pair<Diagnosed<Value>, Body> partial_decode_diagnosed(BodyRef body,
                                                               const Scope &scope) const {
        return diagnosed_part_in(body, scope.get());
    }
    // Returns the range of the value in the body, or a position where it could be inserted.
    pcty_range source_range(BodyRef body) const noexcept {
        return pcty_hcl_spec_source_range(get(), body.get());
    }
    Traversals variables(BodyRef body, Needs needs = Needs::body) const {
        return Traversals(detail::made<pcty_hcl_traversals>(
            pcty_hcl_spec_variables, get(), body.get(), static_cast<pcty_hcl_needs>(needs)));
    }

  private:
    template <class... Params, class... Args>
    static Spec made(pcty_status (*by)(Params...), Args... args) {
        return Spec(detail::made<pcty_hcl_spec>(by, args...));
    }
    template <class... Params, class... Args>
    static Spec whole(pcty_status (*by)(Params...), Args... args) {
        return Spec(detail::whole<pcty_hcl_spec>(by, args...));
    }
    static bool required(Presence presence) noexcept { return presence == Presence::required; }
    static Spec blocks(std::string_view type, const Spec &nested, pcty_hcl_block_kind kind,
                       Presence presence, Count count, const Texts &labels) {
        const pcty_hcl_block_options options{sizeof(pcty_hcl_block_options), required(presence),
                                             count.min, count.max, labels.data(), labels.size()};
        return made(pcty_hcl_spec_block, detail::str(type), nested.get(), kind, &options);
    }
    Value value_in(BodyRef body, const pcty_hcl_scope *scope) const {
        return Value(detail::whole<pcty_value>(pcty_hcl_spec_decode, get(), body.get(), scope));
    }
    Diagnosed<Value> diagnosed_in(BodyRef body, const pcty_hcl_scope *scope) const {
        return detail::diagnosed<Diagnosed<Value>, pcty_value>(pcty_hcl_spec_decode, get(),
                                                          body.get(), scope);
    }
    std::pair<Value, Body> part_in(BodyRef body, const pcty_hcl_scope *scope) const {
        pcty_value *value = nullptr;
        pcty_hcl_body *rest = nullptr;
        detail::done(pcty_hcl_spec_partial_decode, get(), body.get(), scope, &value, &rest,
                     detail::no_diagnostics);
        return {Value(value), Body(rest)};
    }
    std::pair<Diagnosed<Value>, Body> diagnosed_part_in(BodyRef body,
                                                        const pcty_hcl_scope *scope) const {
        pcty_value *value = nullptr;
        pcty_hcl_body *rest = nullptr;
        pcty_error *found = nullptr;
        detail::done(pcty_hcl_spec_partial_decode, get(), body.get(), scope, &value,
                     &rest, &found);
        Diagnosed<Value> diagnosed{Value(value), std::nullopt};
        Body others(rest);
        if (found != nullptr) {
            diagnosed.diagnostics = Error(found);
        }
        return {std::move(diagnosed), std::move(others)};
    }
};

} // namespace hcl

namespace detail {

// The data of the callables of bodies.
struct HclBodyHost : HclHost {
    static pcty_error *check(void *data, const pcty_value *value) noexcept {
        pcty_error *found = nullptr;
        guarded(&found, [&] {
            if (auto wrong = (*static_cast<const hcl::Check *>(data))(ValueRef(value))) {
                found = wrong->clone_handle();
            }
        });
        return found;
    }
    static void refine(void *data, pcty_refinement_builder *lent) noexcept {
        RefinementBuilder builder(lent);
        pcty_error *thrown = nullptr;
        // If a step has thrown, the builder has already failed with its error.
        guarded(&thrown, [&] { (*static_cast<const hcl::Refine *>(data))(builder); });
        if (thrown != nullptr) {
            (void)pcty_refinement_builder_fail(lent, thrown, nullptr);
            pcty_error_free(thrown);
        }
        (void)builder.release();
    }
    static pcty_hcl_scope *around(void *data) noexcept {
        return (*static_cast<const hcl::OuterScope *>(data))().release();
    }
};

} // namespace detail

namespace hcl {

inline Spec Spec::validate(Check check) const {
    return made(pcty_hcl_spec_validate, get(), detail::HclBodyHost::check,
                new Check(std::move(check)), detail::HclBodyHost::destroy<Check>);
}
inline Spec Spec::refine(Refine refine) const {
    return made(pcty_hcl_spec_refine, get(), detail::HclBodyHost::refine,
                new Refine(std::move(refine)), detail::HclBodyHost::destroy<Refine>);
}

// Returns the body in a value of Spec::rest.
inline std::optional<Body> body_of(ValueRef value) {
    pcty_hcl_body *owned = pcty_hcl_value_body(value.get());
    return owned == nullptr ? std::nullopt : std::optional<Body>(Body(owned));
}

// Adds the functions that a body defines by blocks of a type to a scope, and returns the rest of
// the body. They can call each other if `around` returns that scope.
inline Body read_functions(BodyRef body, std::string_view block_type, Scope &scope,
                           OuterScope around = nullptr) {
    pcty_hcl_body *rest = nullptr;
    pcty_hcl_scope_provider call = around ? detail::HclBodyHost::around : nullptr;
    detail::done(pcty_hcl_body_decode_functions, body.get(), detail::str(block_type),
                 const_cast<pcty_hcl_scope *>(scope.get()), call, new OuterScope(std::move(around)),
                 detail::HclBodyHost::destroy<OuterScope>, &rest, detail::no_diagnostics);
    return Body(rest);
}
// As above, but functions with errors are left out.
inline Diagnosed<Body> read_functions_diagnosed(BodyRef body, std::string_view block_type,
                                                Scope &scope, OuterScope around = nullptr) {
    pcty_hcl_scope_provider call = around ? detail::HclBodyHost::around : nullptr;
    return detail::diagnosed<Diagnosed<Body>, pcty_hcl_body>(
        pcty_hcl_body_decode_functions, body.get(), detail::str(block_type),
        const_cast<pcty_hcl_scope *>(scope.get()), call, new OuterScope(std::move(around)),
        detail::HclBodyHost::destroy<OuterScope>);
}

} // namespace hcl

} // namespace polycty

#endif // POLYCTY_HCL_BODIES_HPP
