import { completeEnded } from '../assessment/completion/complete-ended.ts'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import type { TestServer } from './start-test-server.ts'

/** Completes what is over, as a server does with each sign of life, which those of tests give once a day. */
export const completeEndedOf = ({ db, clock, config }: Pick<TestServer, 'db' | 'clock' | 'config'>): Promise<void> =>
  completeEnded({
    ...{ database: db, clock, config },
    exams: createExamCache(db, clock.nowMs),
    log: {
      error: (error: unknown) => {
        throw new Error('A form run could not be completed', { cause: error })
      },
    },
    completed: async () => {},
  })
