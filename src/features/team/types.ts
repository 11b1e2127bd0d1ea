/** The people of a shop and its invitations, as the server lists them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

type Team = FunctionReturnType<typeof api.team.people.list>;
export type Person = Team["people"][number];
export type Invitation = Team["invitations"][number];

/** An invitation's link, which the inviter passes on. */
export type InvitationLink = { name: string; url: string };
