import type { Fault } from '../compare.ts'
import type { Act, Steering, Strike } from '../plan.ts'
import type { Edit } from './edit.ts'

/** Something that keeps answers from being lost, and what shows it where it is missing. */
export interface Safeguard {
  readonly name: string
  readonly side: 'player' | 'server'
  readonly edits: readonly Edit[]
  /** Runs in which it is needed. */
  readonly shownBy: Steering
  /** Where it stands in the database too, it is shown on both; else on SQLite alone. */
  readonly isOfDatabase?: boolean
  /** One of these is found without it. */
  readonly as: readonly Fault['kind'][]
}

/** A page that has its time between any two things: signs of life are written each four seconds. */
const unhurriedMs = 1000

/** Node's `fs` in the thread of SQLite, which sees each file for ever as it was at first. */
const blindThread = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { statSync } = fs
  const seen = new Map()
  fs.statSync = (path, how) => {
    if (!seen.has(path)) seen.set(path, statSync(path, how))
    return seen.get(path)
  }
  syncBuiltinESMExports()
`)}`

const player = (file: string) => `apps/player/src/${file}`
const server = (file: string) => `apps/server/src/${file}`

const write = (question: number, text: string): Act => ({ do: 'write', question, keys: [text], isRewritten: false })
const choose = (option: number): Act => ({ do: 'choose', question: 0, option })
const goTo = (question: number): Act => ({ do: 'go', question, by: 'pick' })

/** What a page had its time to keep has to be there after a crash. */
const crashesAfterTyping: Steering = {
  question: 1,
  steps: 5,
  strikes: [
    { step: 2, kind: 'tab crashed', after: 0, isPatient: true },
    { step: 4, kind: 'tab crashed', after: 0, isPatient: true },
  ],
}

/** Longer than a request is tried for, and to the end of the run. */
const lastsToTheEnd = (kind: Strike['kind']): Steering => ({
  strikes: [{ step: 2, kind, after: 0, lastsMs: 30_000 }],
  pauseMs: 800,
  steps: 8,
  // A completion would name what is missing, and it would be sent again.
  ending: 'leave',
})

const sequenceGuard = { find: 'where excluded.sequence > answer.sequence', replace: 'where true' }

/** All that are taken away, one at a time. */
export const safeguards = [
  {
    name: 'the local store',
    side: 'player',
    edits: [
      {
        file: player('storage/open-exam-store.ts'),
        find: 'await openIndexedDbStore(databaseName, onFailure)',
        // Opened all the same, so that the harness can look into it.
        replace: 'await openIndexedDbStore(databaseName, onFailure).then(() => createMemoryStore())',
      },
    ],
    shownBy: crashesAfterTyping,
    as: ['lost', 'shown'],
  },
  {
    name: 'what is typed is kept at once',
    side: 'player',
    edits: [{ file: player('sync/answer-book.ts'), find: 'draftTimers.has(questionId)', replace: 'true' }],
    shownBy: crashesAfterTyping,
    as: ['lost', 'shown'],
  },
  {
    name: 'what a full disk does not take is held, and written later',
    side: 'player',
    edits: [
      { file: player('storage/overflow-store.ts'), find: 'held.set(keyOf(change), copyOf(change))', replace: 'undefined' },
    ],
    // An answer that is left while the disk is full; then it has room again, and the browser ends before the network is back.
    shownBy: {
      acts: [write(1, 'First. '), write(1, 'Kept. '), write(1, 'Held. '), ...[2, 3, 4].map(goTo)],
      strikes: [
        { step: 1, kind: 'cut', after: 0, isTold: true, untilStep: 6 },
        { step: 2, kind: 'disk full', after: 0, untilStep: 4 },
        { step: 5, kind: 'browser killed', after: 0, isPatient: true },
      ],
    },
    as: ['lost', 'shown'],
  },
  {
    name: 'the request id',
    side: 'player',
    edits: [
      {
        file: player('api/request.ts'),
        find: 'JSON.stringify(input.body ?? {})',
        replace: "JSON.stringify(input.body ?? {}, (name, value) => (name === 'requestId' ? crypto.randomUUID() : value))",
      },
    ],
    shownBy: {
      question: 0,
      pauseMs: 300,
      steps: 7,
      strikes: [2, 5].map((step) => ({ step, kind: 'reply lost after the commit', after: 0, lastsMs: 1500 })),
    },
    as: ['double'],
  },
  {
    name: 'what the network failed at stays in the queue',
    side: 'player',
    edits: [
      {
        file: player('sync/request-queue.ts'),
        find: "rest(delivery.reason ?? 'unreachable')",
        replace: 'store.save([{ sent: request }]).then(() => without(request))',
      },
    ],
    shownBy: lastsToTheEnd('cut'),
    as: ['lost'],
  },
  {
    name: 'what the server failed at stays in the queue',
    side: 'player',
    edits: [{ file: player('sync/delivery.ts'), find: 'passing.includes(code)', replace: 'false' }],
    shownBy: lastsToTheEnd('server error 503'),
    as: ['lost'],
  },
  {
    name: 'the flush when the server is back',
    side: 'player',
    edits: [{ file: player('sync/player-sync.ts'), find: "state === 'offline'", replace: 'true' }],
    shownBy: lastsToTheEnd('cut'),
    as: ['lost'],
  },
  {
    name: 'the new token after a 401',
    side: 'player',
    edits: [{ file: player('api/create-api.ts'), find: 'used === undefined || !canRefresh', replace: 'true' }],
    shownBy: { only: ['token expired'], steps: 10 },
    as: ['lost'],
  },
  {
    name: 'what was typed here wins over what the server has from before',
    side: 'player',
    edits: [
      {
        file: player('sync/reconcile.ts'),
        find: '{ record: { ...local, changed: local.changed || local.acknowledged >= local.sequence } }',
        replace: '{ record: fromServer }',
      },
    ],
    shownBy: crashesAfterTyping,
    as: ['lost', 'shown'],
  },
  {
    name: 'what lost against another device is sent to the history',
    side: 'player',
    edits: [{ file: player('sync/form-run.ts'), find: 'answers.sendLeftover(leftover)', replace: 'undefined' }],
    // A laptop is left with an answer that was never sent, and opened again after the same question was answered elsewhere.
    shownBy: {
      acts: [write(1, 'From here. '), write(1, 'Never. '), write(1, 'From there. '), goTo(2)],
      pauseMs: 1300,
      strikes: [{ step: 1, kind: 'second device', after: 0, isAbrupt: true }],
    },
    as: ['lost'],
  },
  {
    name: 'what an earlier page left is sent at the next start',
    side: 'player',
    edits: [{ file: player('sync/player-sync.ts'), find: 'await queue.load()', replace: '0' }],
    // Its answers are saved anew; its requests stay behind, and with them all that isn't an answer.
    shownBy: {
      question: 0,
      pauseMs: 600,
      steps: 6,
      strikes: [
        { step: 1, kind: 'cut', after: 0, lastsMs: 5000 },
        { step: 4, kind: 'tab crashed', after: 0 },
      ],
    },
    as: ['lost', 'stuck'],
  },
  {
    name: 'the numbering goes on from what the server has, and above what stood in place of a save',
    side: 'player',
    edits: [
      {
        file: player('sync/form-run.ts'),
        find: 'Math.max(start.lastSequence, kept?.lastSequence ?? 0, ...[...records.values()].map((r) => r.sequence))',
        // As a device that numbers what it saved itself.
        replace: 'kept?.lastSequence ?? 0',
      },
      { file: player('sync/delivery.ts'), find: 'standingIn(reply)', replace: 'undefined' },
    ],
    // Several saves of one question reach the server, and a device that knows none of them saves it once or twice more.
    shownBy: {
      acts: [...[0, 1, 2, 3].map(choose), choose(0), choose(1), goTo(2)],
      pauseMs: 500,
      strikes: [{ step: 4, kind: 'second device', after: 0 }],
    },
    as: ['overwritten'],
  },
  {
    name: 'one tab writes',
    side: 'player',
    edits: [{ file: player('exam/use-writer-lock.ts'), find: 'navigator.locks', replace: 'undefined' }],
    shownBy: { only: ['second tab'], question: 0, steps: 12 },
    as: ['shown', 'overwritten', 'lost'],
  },
  {
    name: 'the sequence guard',
    side: 'server',
    isOfDatabase: true,
    edits: [
      { file: server('assessment/write-saves.ts'), ...sequenceGuard },
      { file: server('assessment/write-saves-together.ts'), ...sequenceGuard },
    ],
    // It lasts to the end: what was overtaken in the browser's queue comes behind what overtook it.
    shownBy: {
      question: 0,
      pauseMs: 700,
      steps: 10,
      strikes: [{ step: 1, kind: 'requests reordered', after: 0, lastsMs: 30_000 }],
    },
    as: ['overwritten'],
  },
  {
    name: 'a repeated request is known by its id',
    side: 'server',
    isOfDatabase: true,
    edits: [
      {
        file: server('assessment/checked-save.ts'),
        find: 'request_id: body.requestId ?? randomUUID()',
        replace: 'request_id: randomUUID()',
      },
    ],
    shownBy: { only: ['request duplicated'], steps: 10 },
    as: ['double'],
  },
  {
    name: 'the acknowledgement comes after the commit',
    side: 'server',
    isOfDatabase: true,
    edits: [
      {
        file: server('assessment/save-queue.ts'),
        find: 'run: (saves) => write(database, saves, graceMs)',
        // As a server that writes behind.
        replace: `run: async (saves) => {
          setTimeout(() => write(database, saves, graceMs).catch(() => undefined), 1500)
          return saves.map(({ event }) => ({ outcome: 'applied', sequence: event.sequence }))
        }`,
      },
    ],
    shownBy: { only: ['server killed'] },
    as: ['lost', 'overwritten'],
  },
  {
    name: 'what a firewall refuses goes once more in base64',
    side: 'player',
    edits: [{ file: player('sync/delivery.ts'), find: 'isRefusedBetween(plain)', replace: 'false' }],
    shownBy: {
      acts: [write(1, 'First. '), write(1, 'DROP TABLE lakes. '), ...[2, 3, 0].map(goTo)],
      pauseMs: 300,
      strikes: [{ step: 0, kind: 'firewall at a word', after: 0, word: 'DROP TABLE', isForEver: true }],
      ending: 'leave',
    },
    as: ['lost'],
  },
  {
    name: 'our own 404 is doubted, and what it refused goes again',
    side: 'player',
    edits: [{ file: player('sync/delivery.ts'), find: 'doubted.includes(code)', replace: 'false' }],
    shownBy: {
      acts: [choose(0), write(1, 'Refused for a while. '), ...[2, 3, 0, 2].map(goTo)],
      pauseMs: 500,
      strikes: [{ step: 1, kind: 'not found 404', after: 0, untilStep: 5 }],
      ending: 'leave',
    },
    as: ['lost'],
  },
  {
    name: 'who logs off has all sent before',
    side: 'player',
    edits: [{ file: player('app/shell/sign-out.tsx'), find: 'sync.sendAll()', replace: 'Promise.resolve()' }],
    shownBy: { acts: [write(1, 'Typed just now. '), goTo(2)], strikes: [{ step: 0, kind: 'signed out', after: 1 }] },
    as: ['lost'],
  },
  {
    name: 'a page hears of another generation of the database',
    side: 'player',
    edits: [{ file: player('sync/generation-watch.ts'), find: '!generation || generation === current', replace: 'true' }],
    // Nothing is saved after the restore: no count of saves tells of it, and no completion compares.
    shownBy: {
      acts: [choose(0), write(1, 'Forgotten. '), ...[2, 3, 0, 2].map(goTo)],
      pauseMs: unhurriedMs,
      strikes: [{ step: 4, kind: 'restored by minutes', after: 0, isAbrupt: false, isPatient: true }],
      ending: 'leave',
    },
    as: ['lost'],
  },
  {
    name: 'what a restore to before the start has lost goes on in another form run',
    side: 'player',
    edits: [
      {
        file: player('sync/player-sync.ts'),
        find: 'await takePlaceOfLost({ ...parts, moveFiles: uploads.move }, start, generation)',
        replace: '[]',
      },
    ],
    shownBy: {
      acts: [choose(0), write(1, 'Begun before. '), ...[2, 3, 0].map(goTo)],
      pauseMs: unhurriedMs,
      strikes: [{ step: 3, kind: 'restored to before the start', after: 0, isPatient: true }],
    },
    as: ['lost', 'shown'],
  },
  {
    name: 'a completion compares all that the browser holds',
    side: 'server',
    edits: [
      {
        file: server('assessment/complete.ts'),
        find: 'await lackingAnswers(database, run, body.answers ?? [])',
        replace: '[]',
      },
    ],
    // Saved by an earlier page, and nothing but the completion tells of what is gone.
    shownBy: {
      acts: [choose(0), write(1, 'Of an earlier page. '), goTo(2), goTo(3), goTo(2)],
      pauseMs: unhurriedMs,
      strikes: [
        { step: 2, kind: 'page reloaded', after: 1, isPatient: true },
        { step: 3, kind: 'restored by minutes', after: 0, isAbrupt: true },
      ],
      ending: 'finish',
    },
    // What is sent again after the completion is in the history, and counts no more.
    as: ['lost', 'overwritten'],
  },
  {
    name: 'numbers that were set aside outlive a restore',
    side: 'server',
    edits: [
      {
        file: 'packages/exam/src/save-sequences.ts',
        find: 'Math.max(0, Math.floor((nowMs - startedMs) / blockMs)) * sequencesEach',
        replace: '0',
      },
    ],
    // What a laptop has of numbers that the database has forgotten comes behind the newer answer of the device that went on.
    shownBy: {
      acts: [...[0, 1, 2, 3].map(choose), goTo(2), goTo(3), goTo(2), choose(1), goTo(2)],
      pauseMs: 400,
      strikes: [
        { step: 1, kind: 'page reloaded', after: 1 },
        { step: 4, kind: 'cut', after: 0, isTold: true, isPatient: true, untilStep: 6 },
        { step: 5, kind: 'restored by seconds', after: 0, isAbrupt: true, backupStep: 1 },
        { step: 6, kind: 'second device', after: 0, isAbrupt: true },
      ],
    },
    as: ['overwritten'],
  },
  {
    name: 'the watch over the file of SQLite',
    side: 'server',
    edits: [
      {
        file: server('db/sqlite-dialect.ts'),
        find: '{ workerData: { path } }',
        replace: `{ workerData: { path }, execArgv: ['--import', ${JSON.stringify(blindThread)}] }`,
      },
    ],
    shownBy: { question: 0, steps: 6, pauseMs: 300, strikes: [{ step: 2, kind: 'file deleted', after: 0, untilStep: 4 }] },
    as: ['stuck', 'lost'],
  },
  {
    name: 'that nobody could hear it lets a late answer count',
    side: 'server',
    edits: [{ file: server('assessment/judge-arrival.ts'), find: 'silences: known,', replace: 'silences: [],' }],
    shownBy: { end: { kind: 'room away over the end', examSeconds: 14, step: 1, stepsAfter: 0 } },
    as: ['lost', 'overwritten'],
  },
  {
    name: 'the clock of a machine that comes back is not believed alone',
    side: 'server',
    edits: [
      {
        file: 'packages/exam/src/server-clock.ts',
        find: 'aheadMs >= -serverJumpMs && aheadMs <= machineRestartMs',
        replace: 'true',
      },
    ],
    shownBy: {
      question: 0,
      steps: 8,
      pauseMs: 500,
      strikes: [{ step: 2, kind: 'server restarted with another clock', after: 0, byMs: 86_400_000, untilStep: 6 }],
    },
    as: ['stuck', 'lost', 'overwritten'],
  },
] as const satisfies readonly Safeguard[]
