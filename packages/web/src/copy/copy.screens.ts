// The screens of copy trading, fetched together: one leads to the next, and a list of files that is
// short keeps the first visit small.

export { CopyScreen } from "./copy.screen.tsx";
export { FollowScreen } from "./follow.screen.tsx";
