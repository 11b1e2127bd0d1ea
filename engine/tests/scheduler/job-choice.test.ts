import { expect, test } from "vitest";
import { JobChoice } from "../../scheduler/job-choice.ts";

test("[SC14] a clock that is set back does not shorten the search for other functions' jobs", () => {
  const choice = new JobChoice(8);
  const job = (name: string) => ({
    ...{ id: "", component: "", name, args: {}, scheduledTime: 0 },
    state: { kind: "pending" } as const,
  });
  const jobs = [
    ...Array.from({ length: 200 }, () => job("slow")),
    job("other"),
  ];
  const findsOther = (now: number) =>
    choice
      .choose(jobs, [], () => false, now)
      .start.some(({ name }) => name === "other");
  expect([findsOther(5000), findsOther(2000)]).toEqual([true, true]);
});
