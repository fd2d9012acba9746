import type { LiveUnderWay } from '@sitwell/contract'

/** How soon an exam needs somebody: 0 while learners sit it or wait for it, 1 before its start or while a learner may still come, 2 once all handed in or its time is over. */
const rankOf = ({ counts, endsAt }: LiveUnderWay, nowMs: number): 0 | 1 | 2 => {
  if (counts.open + counts.waiting > 0) return 0
  const isOver = endsAt !== undefined && Date.parse(endsAt) <= nowMs
  return isOver || counts['handed-in'] >= counts.people ? 2 : 1
}

/** Exams in the order in which they need somebody at `nowMs` (the server's time, Unix ms); the server's order among equals. */
export const byNeed = (exams: readonly LiveUnderWay[], nowMs: number): readonly LiveUnderWay[] =>
  [...exams].sort((a, b) => rankOf(a, nowMs) - rankOf(b, nowMs))
