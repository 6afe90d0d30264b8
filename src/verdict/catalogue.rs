//! Tables of what verdicts and findings rest on: one row is a variant with its data, an id and a sentence.

/// Defines an enum from rows `"id" Variant { field: Type } => "sentence with {field}";`, in the order of their ids. An id is
/// never used again, and belongs to what is said, not to the words: these may change.
macro_rules! catalogue {
    (
        $(#[$meta:meta])*
        pub enum $name:ident;
        $(
            $(#[$about:meta])*
            $id:literal $variant:ident $({ $($field:ident: $type:ty),+ $(,)? })? => $text:literal $(, $argument:expr)*;
        )+
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $( $(#[$about])* $variant $({ $($field: $type),+ })?, )+
        }

        impl $name {
            /// All ids, in order.
            pub const IDS: &'static [&'static str] = &[$($id),+];

            /// What `raceproof explain` takes, and what scripts may compare.
            #[must_use]
            pub fn id(&self) -> &'static str {
                match self {
                    $( Self::$variant { .. } => $id, )+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $( Self::$variant $({ $($field),+ })? => write!(out, $text $(, $argument)*), )+
                }
            }
        }
    };
}

pub(super) use catalogue;
