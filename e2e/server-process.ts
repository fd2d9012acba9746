import { startTestServer } from '../apps/server/src/testing/start-test-server.ts'

/** What a worker of the tests may ask of its server's process. */
export type Request = { do: 'import'; path: string } | { do: 'answers'; orgId: number; userGuid: string }

export type Reply = { origin: string } | { id: number; value?: unknown; error?: string }

/** An answer as the server's database holds it. */
export interface StoredAnswer {
  questionId: string
  answerText: string
  optionIds: string[]
  sequence: number
}
