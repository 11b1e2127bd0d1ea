/** Names of tables and of the fields of indexes. Texts: crates/convex/sync_types/src/identifier.rs of get-convex/convex-backend. */
import { UserError } from "./user-error.ts";

/** Characters. */
const MAX_IDENTIFIER = 64;

/**
 * @throws UserError when a table or index field name is no identifier.
 * @param name a table name, or one step of an index field path.
 */
export function checkIdentifier(name: string): void {
  const [first] = name;
  if (first === undefined) throw new UserError("Identifier cannot be empty");
  if (!/^[a-zA-Z_]/.test(first))
    throw new UserError(
      `Invalid first character '${first}' in ${name}: Identifiers must start with an alphabetic character or underscore`,
    );
  const invalid = /[^a-zA-Z0-9_]/u.exec(name);
  if (invalid)
    throw new UserError(
      `Identifier ${name} has invalid character '${invalid[0]}': Identifiers can only contain alphanumeric characters or underscores`,
    );
  if (name.length > MAX_IDENTIFIER)
    throw new UserError(
      `Identifier is too long (${name.length} > maximum ${MAX_IDENTIFIER})`,
    );
  if (/^_*$/.test(name))
    throw new UserError(
      `Identifier ${name} cannot have exclusively underscores`,
    );
}
