import { collectReplay } from '../assessment/evidence/index.ts'
import type { findSitting } from './find-sitting.ts'

/** The replay of a sitting for a caller: it names the authors of marks and of notes only to callers that may read roles (decision 176). */
export const collectNamedReplay = async (
  context: Parameters<typeof collectReplay>[0],
  { run, may }: Pick<NonNullable<Awaited<ReturnType<typeof findSitting>>>, 'may' | 'run'>,
): ReturnType<typeof collectReplay> => {
  const replay = await collectReplay(context, run)
  if (may('roles.read')) return replay
  const isNamed = ({ kind, isNote }: (typeof replay.lines)[number]) => kind !== 'mark' && !isNote
  return { ...replay, lines: replay.lines.map((line) => (isNamed(line) ? line : { ...line, who: 'Staff' })) }
}
