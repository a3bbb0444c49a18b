package polycty

// #include "shims.h"
import "C"

// An HCLNode is what stands in an HCLFile: an argument, a block, or a body; a block is its body,
// too. It stays the same one, and equal to itself, whatever is done to it and around it, until it
// is removed. Of one that is not there (any more) questions find nothing, and changes give
// ErrNotFound; the zero HCLNode is one.
type HCLNode struct {
	file   *HCLFile
	number C.pcty_hcl_node
}

// Exists is whether the node is there.
func (n HCLNode) Exists() bool {
	defer n.file.done()
	file := n.file.use()
	if n.number == C.PCTY_HCL_NODE_ROOT {
		return file != nil
	}
	return bool(C.go_hcl_file_node_info(file, n.number).found)
}

// IsAttribute is whether the node is an argument.
func (n HCLNode) IsAttribute() bool { return n.kind() == C.PCTY_HCL_ITEM_ATTRIBUTE }

// IsBlock is whether the node is a block.
func (n HCLNode) IsBlock() bool { return n.kind() == C.PCTY_HCL_ITEM_BLOCK }

func (n HCLNode) kind() C.pcty_hcl_item_kind {
	defer n.file.done()
	return C.go_hcl_file_node_info(n.file.use(), n.number).out.kind
}

// Name is the name of an argument, or the type of a block.
func (n HCLNode) Name() string {
	defer n.file.done()
	return text(C.go_hcl_file_node_info(n.file.use(), n.number).out.name)
}

// Value is the value of an argument as it is written.
func (n HCLNode) Value() string {
	defer n.file.done()
	return text(C.go_hcl_file_node_info(n.file.use(), n.number).out.value)
}

// Expr is the value of an argument as it is now; its ranges count in Value, as SetPart wants them.
func (n HCLNode) Expr() (*HCLExpression, error) {
	defer n.file.done()
	made := C.go_hcl_file_expression(n.file.use(), n.number)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newExpression((*C.pcty_hcl_expression)(made.out)), nil
}

// Labels are those of a block, without quotes and escapes.
func (n HCLNode) Labels() []string {
	defer n.file.done()
	file := n.file.use()
	labels := make([]string, int(C.go_hcl_file_node_info(file, n.number).out.label_count))
	for at := range labels {
		labels[at] = takeString(C.pcty_hcl_file_label_at(file, n.number, C.size_t(at)))
	}
	return labels
}

// Text is the node as the file has it: its lines, with the comments that go where it goes.
func (n HCLNode) Text() ([]byte, error) {
	defer n.file.done()
	return takenBytes(C.go_hcl_file_node_to_text(n.file.use(), n.number))
}

// Stretch is its first byte in the file's Bytes, and the one behind its last.
func (n HCLNode) Stretch() (start, end int, err error) {
	defer n.file.done()
	found := C.go_hcl_file_byte_range(n.file.use(), n.number)
	if found.error != nil {
		return 0, 0, newError(found.error)
	}
	return int(found.start), int(found.end), nil
}

// CommentsAbove are the comments in the lines just above it.
func (n HCLNode) CommentsAbove() []string { return n.comments(C.PCTY_HCL_COMMENTS_BEFORE) }

// CommentsBehind are the comments behind it in its last line.
func (n HCLNode) CommentsBehind() []string { return n.comments(C.PCTY_HCL_COMMENTS_AFTER) }

func (n HCLNode) comments(which C.pcty_hcl_comments) []string {
	defer n.file.done()
	tokens, err := takeTokens(C.go_hcl_file_comments(n.file.use(), n.number, which))
	if err != nil {
		return nil
	}
	comments := make([]string, len(tokens))
	for at, token := range tokens {
		comments[at] = token.Text
	}
	return comments
}

func (n HCLNode) at(number C.pcty_hcl_node) HCLNode {
	if number == C.PCTY_HCL_NODE_NONE {
		return HCLNode{}
	}
	return HCLNode{n.file, number}
}

// Parent is the body that the node stands in.
func (n HCLNode) Parent() HCLNode {
	defer n.file.done()
	return n.at(C.pcty_hcl_file_step(n.file.use(), n.number, C.PCTY_HCL_DIRECTION_PARENT))
}

// Next is the node behind it in its body.
func (n HCLNode) Next() HCLNode {
	defer n.file.done()
	return n.at(C.pcty_hcl_file_step(n.file.use(), n.number, C.PCTY_HCL_DIRECTION_NEXT))
}

// Previous is the node before it in its body.
func (n HCLNode) Previous() HCLNode {
	defer n.file.done()
	return n.at(C.pcty_hcl_file_step(n.file.use(), n.number, C.PCTY_HCL_DIRECTION_PREVIOUS))
}

// First is the first node of a body.
func (n HCLNode) First() HCLNode {
	defer n.file.done()
	return n.at(C.pcty_hcl_file_step(n.file.use(), n.number, C.PCTY_HCL_DIRECTION_FIRST))
}

// Last is the last node of a body.
func (n HCLNode) Last() HCLNode {
	defer n.file.done()
	return n.at(C.pcty_hcl_file_step(n.file.use(), n.number, C.PCTY_HCL_DIRECTION_LAST))
}

// Items are what stands in a body, in the order of the text.
func (n HCLNode) Items() []HCLNode {
	var items []HCLNode
	for item := n.First(); item.number != C.PCTY_HCL_NODE_NONE; item = item.Next() {
		items = append(items, item)
	}
	return items
}

// GetAttribute is the argument of a name in a body.
func (n HCLNode) GetAttribute(name string) HCLNode {
	defer n.file.done()
	return n.at(C.go_hcl_file_attribute_get(n.file.use(), n.number, name))
}

// FirstMatchingBlock is the first block of a type in a body whose labels begin with these.
func (n HCLNode) FirstMatchingBlock(typeName string, labels ...string) HCLNode {
	return n.blockAfter(C.PCTY_HCL_NODE_NONE, typeName, pack(labels))
}

// MatchingBlocks are all of them.
func (n HCLNode) MatchingBlocks(typeName string, labels ...string) []HCLNode {
	var blocks []HCLNode
	packed := pack(labels)
	block := n.blockAfter(C.PCTY_HCL_NODE_NONE, typeName, packed)
	for block.number != C.PCTY_HCL_NODE_NONE {
		blocks = append(blocks, block)
		block = n.blockAfter(block.number, typeName, packed)
	}
	return blocks
}

func (n HCLNode) blockAfter(after C.pcty_hcl_node, typeName string, labels packed) HCLNode {
	text, lengths, count := labels.args()
	defer n.file.done()
	return n.at(C.go_hcl_file_block_find(n.file.use(), n.number, after, typeName, text, lengths, count))
}

func (n HCLNode) made(answer C.go_answer) (HCLNode, error) {
	if answer.error != nil {
		return HCLNode{}, newError(answer.error)
	}
	return n.at(C.pcty_hcl_node(answer.answer)), nil
}

// SetAttribute sets the argument of that name in a body, or a new one behind the last argument.
func (n HCLNode) SetAttribute(name string, value *HCLFragment) (HCLNode, error) {
	defer n.file.done()
	defer value.done()
	return n.made(C.go_hcl_file_set(n.file.use(), n.number, name, value.use()))
}

// SetAttributeValue sets it to a value, of which texts of several lines are heredocs.
func (n HCLNode) SetAttributeValue(name string, value *Value) (HCLNode, error) {
	return n.setMade(name)(HCLFragmentForValue(value, HCLStringHeredoc))
}

// SetAttributeTraversal sets it to a variable and steps into it.
func (n HCLNode) SetAttributeTraversal(name string, path Path) (HCLNode, error) {
	return n.setMade(name)(HCLFragmentForTraversal(path))
}

// SetAttributeRaw sets it to the expression that a text is.
func (n HCLNode) SetAttributeRaw(name, source string) (HCLNode, error) {
	return n.setMade(name)(ParseHCLFragment(source))
}

func (n HCLNode) setMade(name string) func(*HCLFragment, error) (HCLNode, error) {
	return func(fragment *HCLFragment, err error) (HCLNode, error) {
		if err != nil {
			return HCLNode{}, err
		}
		defer fragment.Close()
		return n.SetAttribute(name, fragment)
	}
}

// SetValue gives an argument another value.
func (n HCLNode) SetValue(value *HCLFragment) error {
	defer n.file.done()
	defer value.done()
	return failed(C.go_hcl_file_set_value(n.file.use(), n.number, value.use()))
}

// An HCLWhere is where in a body something is put; the zero one is behind all that stands there.
type HCLWhere struct {
	at     C.pcty_hcl_insert_position
	beside HCLNode
}

// HCLFirst is before all that stands in a body.
func HCLFirst() HCLWhere { return HCLWhere{at: C.PCTY_HCL_INSERT_FIRST} }

// HCLLast is behind all that stands in a body.
func HCLLast() HCLWhere { return HCLWhere{at: C.PCTY_HCL_INSERT_LAST} }

// HCLBefore is just before a node of the body, above its comments.
func HCLBefore(node HCLNode) HCLWhere { return HCLWhere{C.PCTY_HCL_INSERT_BEFORE, node} }

// HCLAfter is just behind a node of the body.
func HCLAfter(node HCLNode) HCLWhere { return HCLWhere{C.PCTY_HCL_INSERT_AFTER, node} }

func (w HCLWhere) args() (C.pcty_hcl_node, C.pcty_hcl_insert_position) {
	if w.at == 0 {
		return C.PCTY_HCL_NODE_NONE, C.PCTY_HCL_INSERT_LAST
	}
	return w.beside.number, w.at
}

// InsertAttribute puts a new argument into a body.
func (n HCLNode) InsertAttribute(where HCLWhere, name string, value *HCLFragment) (HCLNode, error) {
	beside, at := where.args()
	defer n.file.done()
	defer value.done()
	return n.made(C.go_hcl_file_insert_attribute(n.file.use(), n.number, name, value.use(), beside, at))
}

// AppendNewBlock puts a block without anything in it at the end of a body.
func (n HCLNode) AppendNewBlock(typeName string, labels ...string) (HCLNode, error) {
	return n.InsertNewBlock(HCLLast(), typeName, labels...)
}

// InsertNewBlock puts a block without anything in it into a body.
func (n HCLNode) InsertNewBlock(where HCLWhere, typeName string, labels ...string) (HCLNode, error) {
	beside, at := where.args()
	text, lengths, count := pack(labels).args()
	defer n.file.done()
	return n.made(C.go_hcl_file_insert_block(n.file.use(), n.number, typeName, text, lengths, count, beside, at))
}

// InsertText puts the arguments and blocks of a text into a body, laid out, with its comments.
func (n HCLNode) InsertText(where HCLWhere, items string) ([]HCLNode, error) {
	beside, at := where.args()
	defer n.file.done()
	file := n.file.use()
	made := C.go_hcl_file_insert_text(file, n.number, items, beside, at)
	if made.error != nil {
		return nil, newError(made.error)
	}
	nodes := make([]HCLNode, int(made.count))
	for at, number := 0, made.out; at < len(nodes); at, number = at+1, C.pcty_hcl_file_step(file, number, C.PCTY_HCL_DIRECTION_NEXT) {
		nodes[at] = HCLNode{n.file, number}
	}
	return nodes, nil
}

// Remove takes the node out, with its comments and all that is in it.
func (n HCLNode) Remove() error {
	defer n.file.done()
	return failed(C.go_hcl_file_remove(n.file.use(), n.number))
}

// MoveTo moves the node to another place of its body or another one of the file, with its comments
// and all that is in it. A body of another file is not there.
func (n HCLNode) MoveTo(body HCLNode, where HCLWhere) error {
	beside, at := where.args()
	to := body.number
	if body.file != n.file {
		// The body of another file has the same number.
		to = C.PCTY_HCL_NODE_NONE
	}
	defer n.file.done()
	return failed(C.go_hcl_file_move(n.file.use(), n.number, to, beside, at))
}

// Rename gives an argument another name, or a block another type.
func (n HCLNode) Rename(name string) error {
	defer n.file.done()
	return failed(C.go_hcl_file_rename(n.file.use(), n.number, name))
}

// SetLabels gives a block other labels. A label that stays is written as it was.
func (n HCLNode) SetLabels(labels ...string) error {
	text, lengths, count := pack(labels).args()
	defer n.file.done()
	return failed(C.go_hcl_file_set_labels(n.file.use(), n.number, text, lengths, count))
}

// SetComments puts comments above the node in place of those that stand there: a line each, which
// gets a `#` before it unless it is a comment already.
func (n HCLNode) SetComments(lines ...string) error {
	text, lengths, count := pack(lines).args()
	defer n.file.done()
	return failed(C.go_hcl_file_set_comments(n.file.use(), n.number, text, lengths, count))
}

// ReleaseComments leaves the comments above the node where they are when it goes.
func (n HCLNode) ReleaseComments() error {
	defer n.file.done()
	return failed(C.go_hcl_file_release_comments(n.file.use(), n.number))
}

// SetPart puts an expression in the place of one that stands from a byte of Value to before
// another. It gets parentheses where it needs them.
func (n HCLNode) SetPart(start, end int, value *HCLFragment) error {
	defer n.file.done()
	defer value.done()
	return failed(C.go_hcl_file_set_part(n.file.use(), n.number, C.size_t(start), C.size_t(end), value.use()))
}

// SetIn sets an item of the object that the value is written as, or of one in it: keys lead down
// to it.
func (n HCLNode) SetIn(value *HCLFragment, keys ...string) error {
	text, lengths, count := pack(keys).args()
	defer n.file.done()
	defer value.done()
	return failed(C.go_hcl_file_set_inside(n.file.use(), n.number, text, lengths, count, value.use()))
}

// RemoveIn takes such an item out; whether there was one.
func (n HCLNode) RemoveIn(keys ...string) (bool, error) {
	text, lengths, count := pack(keys).args()
	defer n.file.done()
	return answered(C.go_hcl_file_remove_inside(n.file.use(), n.number, text, lengths, count))
}

// Push adds an element to the list that the value is written as.
func (n HCLNode) Push(value *HCLFragment) error {
	defer n.file.done()
	defer value.done()
	return failed(C.go_hcl_file_push(n.file.use(), n.number, value.use()))
}

// ReplaceReferences puts an expression wherever a value in the node refers to a variable, or to
// what steps lead to from it; how often. The path begins with an AttrStep of the variable's name.
func (n HCLNode) ReplaceReferences(path Path, value *HCLFragment) (int, error) {
	built, err := path.build()
	if err != nil {
		return 0, err
	}
	defer C.pcty_path_free(built)
	defer n.file.done()
	defer value.done()
	found := C.go_hcl_file_replace(n.file.use(), n.number, built, value.use())
	if found.error != nil {
		return 0, newError(found.error)
	}
	return int(found.answer), nil
}

// RenameReferences does so with traversals as they are written, "var.a" and "local.b".
func (n HCLNode) RenameReferences(from, to string) (int, error) {
	traversal, err := ParseHCLTraversal(from, "")
	if err != nil {
		return 0, err
	}
	fragment, err := ParseHCLFragment(to)
	if err != nil {
		return 0, err
	}
	defer fragment.Close()
	return n.ReplaceReferences(traversal.Path, fragment)
}
