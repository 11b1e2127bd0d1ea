/** The profile before it is there. */
import { profile as texts } from "../../texts/profile";
import { Bone, Skeleton } from "../../ui/skeleton";

/** Two cards' shapes. */
export function ProfileSkeleton() {
  return (
    <Skeleton label={texts.loading} className="grid gap-5">
      <Bone className="h-64 rounded-lg" />
      <Bone className="h-80 rounded-lg" />
    </Skeleton>
  );
}
