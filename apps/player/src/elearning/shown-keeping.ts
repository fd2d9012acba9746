import type { CourseKeeping } from '../sync/courses/course-saves.ts'
import type { PlayerSync } from '../sync/player-sync-types.ts'

/** Where what a SCO has set stands, as it is shown: `memory` in this page alone, `outdated` behind what was set elsewhere. */
export type ShownKeeping = CourseKeeping | 'sending' | 'memory' | 'outdated'

/** How what waits to be sent is shown. */
export const shownUnsent = ({ keeping, connection }: Pick<PlayerSync, 'keeping' | 'connection'>): ShownKeeping => {
  if (keeping.get() === 'memory') return 'memory'
  return connection.state() === 'offline' ? 'kept' : 'sending'
}
