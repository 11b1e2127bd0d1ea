/** The profile before it has loaded. */
import { profile as strings } from "../../strings/profile";
import { Bone, Skeleton } from "../../ui/skeleton";

export function ProfileSkeleton() {
  return (
    <Skeleton label={strings.loading} className="grid gap-5">
      <Bone className="h-64 rounded-lg" />
      <Bone className="h-80 rounded-lg" />
    </Skeleton>
  );
}
