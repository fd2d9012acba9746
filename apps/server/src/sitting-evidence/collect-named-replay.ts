import { collectReplay } from '../assessment/evidence/index.ts'
import type { findSitting } from './find-sitting.ts'

/** The replay of a sitting for a caller: it names the authors of marks only to callers that may read roles (decision 176). */
export const collectNamedReplay = async (
  context: Parameters<typeof collectReplay>[0],
  { run, may }: Pick<NonNullable<Awaited<ReturnType<typeof findSitting>>>, 'may' | 'run'>,
): ReturnType<typeof collectReplay> => {
  const replay = await collectReplay(context, run)
  if (may('roles.read')) return replay
  return { ...replay, lines: replay.lines.map((line) => (line.kind === 'mark' ? { ...line, who: 'Staff' } : line)) }
}
