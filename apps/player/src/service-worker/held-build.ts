import type { Caches, HeldBuild } from '@sitwell/app-shell/offline/offline-pages.ts'

/** The exam that is sat in this browser, and the build that it is sat in. */
export interface Sitting {
  readonly examGuid: string
  readonly script: string
  /** Milliseconds since 1970 by the computer's own clock; after it the exam is over, whatever became of it. */
  readonly untilMs: number
}

/** Where the page says that an exam is being sat. */
export const sittingCache = 'sitwell-sitting'
export const sittingAddress = '/service-worker/sitting'

/**
 * The build of the exam that is being sat: it continues, whatever was installed on the server meanwhile, in the build that it was started in.
 * Rejects if the browser's caches fail, or what is stored is damaged.
 */
export const heldBuild = async (caches: Pick<Caches, 'open'>, nowMs: () => number): Promise<HeldBuild | undefined> => {
  const cached = await (await caches.open(sittingCache)).match(sittingAddress)
  // Written by the player of this origin, in this shape, and read by nothing else.
  const sitting = cached && ((await cached.json()) as Sitting)
  if (sitting === undefined || sitting.untilMs <= nowMs()) return undefined
  const { script, examGuid } = sitting
  return {
    script,
    // With a pass for the integrity monitor the server says what the page may load.
    isFor: ({ pathname, searchParams }) => !searchParams.has('monitor') && `${pathname}/`.startsWith(`/exam/${examGuid}/`),
  }
}
