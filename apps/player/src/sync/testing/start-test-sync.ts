import { createGenerationWatch } from '@sitwell/request-queue/generation-watch'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import { createRequestLogStore } from '../../storage/request-log.ts'
import { createStoredCourseStore } from '../../storage/stored-course-store.ts'
import { createStoredExams } from '../../storage/stored-exams.ts'
import { startSync } from '../player-sync.ts'
import type { SyncParts } from '../player-sync-types.ts'
import { createContactClock } from '../time/contact-clock.ts'
import { memoryUploads } from './memory-uploads.ts'

/** The sync of a learner `u` over these places, with whatever else is asked for. An error is the test's. */
export const startTestSync = ({ api, ...more }: Partial<SyncParts> & Pick<SyncParts, 'api'>, places = createMemoryStore()) => {
  const readClocks = more.readClocks ?? (() => ({ wallMs: Date.now(), steadyMs: Date.now() }))
  let ids = 0
  return startSync({
    api,
    store: createExamStore(places, () => 0),
    requestLog: createRequestLogStore(places),
    storedExams: createStoredExams(places),
    storedCourses: createStoredCourseStore(places),
    uploadStore: memoryUploads(places),
    keeping: { get: () => 'lasting', subscribe: () => () => {} },
    userGuid: 'u',
    orgId: 7,
    learnerName: 'Mina Okafor',
    pingIntervalMs: 30_000,
    random: () => 0.5,
    nowMs: () => Date.now(),
    readClocks,
    contact: createContactClock(readClocks),
    generation: createGenerationWatch(() => {}),
    hash: async () => 'a'.repeat(64),
    sendInPieces: async () => ({ ok: true, value: undefined }),
    newId: () => `id${++ids}`,
    onError: (error) => {
      throw error
    },
    ...more,
  })
}
