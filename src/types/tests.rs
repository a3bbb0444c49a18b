use super::*;

#[test]
fn a_type_is_one_pointer() {
    assert_eq!(size_of::<Type>(), size_of::<usize>());
    assert_eq!(size_of::<Option<Type>>(), size_of::<usize>());
}
