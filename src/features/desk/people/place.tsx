/** Who called a person, or works at their chair, and which chair that is. */
import { dashboard } from "../../../strings/dashboard";

/** 'Sam, Chair 2'. The name is cut first. */
export function Place(props: { person: string | null; chair: string | null }) {
  const { person, chair } = props;
  if (person === null && chair === null) return null;
  return (
    <p className="flex max-w-full overflow-hidden text-sm text-ink-2">
      {person !== null && chair === null && (
        <span className="sr-only">{dashboard.desk.calledBy} </span>
      )}
      {person !== null && <bdi className="truncate">{person}</bdi>}
      {person !== null && chair !== null && ",\u00a0"}
      {chair !== null && (
        <bdi className="max-w-full shrink-0 truncate">{chair}</bdi>
      )}
    </p>
  );
}
