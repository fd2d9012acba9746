import { largestPieceBytes } from '@sitwell/contract'
import { evidenceQuestion } from '../exam.ts'
import type { Steering, Strike } from '../plan.ts'
import { choose, goTo, player, type Safeguard, server, write } from './safeguard.ts'

/** Longer than a request is tried for, and to the end of the run. */
const lastsToTheEnd = (kind: Strike['kind']): Steering => ({
  strikes: [{ step: 2, kind, after: 0, lastsMs: 30_000 }],
  pauseMs: 800,
  steps: 8,
  // A completion would name what is missing, and it would be sent again.
  ending: 'leave',
})

/** What brings answers to the server, once each and in their order. */
export const safeguardsOfDelivering: readonly Safeguard[] = [
  {
    name: 'the request id',
    side: 'player',
    edits: [
      {
        file: 'packages/client/src/request.ts',
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
    isFast: true,
    side: 'player',
    edits: [
      {
        file: 'packages/request-queue/src/request-queue.ts',
        find: "rest(delivery.reason ?? 'unreachable')",
        replace: 'store.save([{ sent: request }]).then(() => without(request))',
      },
    ],
    shownBy: lastsToTheEnd('cut'),
    as: ['lost'],
  },
  {
    name: 'what the server failed at stays in the queue',
    isFast: true,
    side: 'player',
    edits: [{ file: player('sync/queue/delivery.ts'), find: 'passing.includes(code)', replace: 'false' }],
    shownBy: lastsToTheEnd('server error 503'),
    as: ['lost'],
  },
  {
    name: 'what a busy guard lets wait stays in the queue',
    side: 'player',
    edits: [
      {
        file: 'packages/request-queue/src/request-queue.ts',
        find: "meaning === 'later'",
        replace: "meaning === 'later' && code !== 'BUSY'",
      },
    ],
    shownBy: lastsToTheEnd('busy 503'),
    isFast: true,
    as: ['lost'],
  },
  {
    name: 'what was one request too many stays in the queue',
    side: 'player',
    edits: [
      {
        file: 'packages/request-queue/src/request-queue.ts',
        find: 'rest(code)',
        replace: "code === 'TOO_MANY_REQUESTS' ? setAside(request, code) : rest(code)",
      },
    ],
    shownBy: lastsToTheEnd('too many requests 429'),
    isFast: true,
    as: ['lost'],
  },
  {
    name: 'a limit at the refresh of a token ends no session',
    side: 'player',
    edits: [{ file: 'packages/client/src/create-api.ts', find: 'refreshed.status === 429', replace: 'false' }],
    shownBy: lastsToTheEnd('refresh refused 429'),
    isFast: true,
    as: ['shown'],
  },
  {
    name: 'the flush when the server is back',
    isFast: true,
    side: 'player',
    edits: [{ file: player('sync/player-sync.ts'), find: "state === 'offline'", replace: 'true' }],
    shownBy: lastsToTheEnd('cut'),
    as: ['lost'],
  },
  {
    name: 'the new token after a 401',
    isFast: true,
    side: 'player',
    edits: [{ file: 'packages/client/src/create-api.ts', find: 'used === undefined || !canRefresh', replace: 'true' }],
    shownBy: { only: ['token expired'], steps: 10 },
    as: ['lost'],
  },
  {
    name: 'the numbering goes on from what the server has, and above what stood in place of a save',
    side: 'player',
    edits: [
      {
        file: player('sync/form-run/form-run.ts'),
        find: 'Math.max(start.lastSequence, inherited, ...[...records.values()].map((r) => r.sequence))',
        // As a device that numbers what it saved itself.
        replace: 'inherited',
      },
      // And by no moment.
      { file: player('sync/answers/save-numbers.ts'), find: 'typedMs === undefined ? 0 : leastAfter(typedMs)', replace: '0' },
      { file: player('sync/queue/delivery.ts'), find: 'standingIn(reply)', replace: 'undefined' },
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
    name: 'the sequence guard',
    side: 'server',
    isOfDatabase: true,
    edits: [
      {
        file: server('assessment/answers/write-saves.ts'),
        find: 'coalesce(answer.sequence >= seq, 0) as is_outdone',
        replace: '0 as is_outdone',
        isOfTemplate: true,
      },
      {
        file: server('assessment/answers/write-saves-together.ts'),
        find: 'where excluded.sequence > answer.sequence',
        replace: 'where true',
        isOfTemplate: true,
      },
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
        file: server('assessment/answers/checked-save.ts'),
        find: 'body.requestId ?? randomUUID()',
        replace: 'randomUUID()',
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
        file: server('assessment/answers/save-queue.ts'),
        find: '(saves) => write(database, saves, graceMs)',
        // As a server that writes behind.
        replace: `async (saves) => {
          setTimeout(() => write(database, saves, graceMs).catch(() => undefined), 1500)
          return saves.map(({ event }) => ({ outcome: 'applied', sequence: event.sequence }))
        }`,
      },
    ],
    // It is gone right behind what it said.
    shownBy: {
      acts: [write(1, 'Acknowledged. '), ...[2, 3, 0].map(goTo)],
      pauseMs: 500,
      strikes: [{ step: 2, kind: 'server killed', after: 0, untilStep: 3 }],
      ending: 'leave',
    },
    as: ['lost', 'overwritten'],
  },
  {
    name: 'what a firewall refuses goes once more in base64',
    isFast: true,
    side: 'player',
    edits: [{ file: player('sync/queue/delivery.ts'), find: 'isRefusedBetween(plain)', replace: 'false' }],
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
    isFast: true,
    side: 'player',
    edits: [{ file: player('sync/queue/delivery.ts'), find: 'doubted.includes(code)', replace: 'false' }],
    shownBy: {
      acts: [choose(0), write(1, 'Refused for a while. '), ...[2, 3, 0, 2].map(goTo)],
      pauseMs: 500,
      strikes: [{ step: 1, kind: 'not found 404', after: 0, untilStep: 5 }],
      ending: 'leave',
    },
    as: ['lost'],
  },
  {
    name: 'a 413 of something on the way is no last word',
    isFast: true,
    side: 'player',
    edits: [
      {
        file: 'packages/request-queue/src/request-queue.ts',
        find: "meaning === 'doubted'",
        replace: "meaning === 'doubted' && code !== 'BODY_TOO_LARGE'",
      },
    ],
    shownBy: {
      acts: [choose(0), write(1, 'Too large for a while. '), ...[2, 3, 0].map(goTo)],
      pauseMs: 500,
      strikes: [{ step: 1, kind: 'too large 413', after: 0, untilStep: 4 }],
      ending: 'leave',
    },
    as: ['lost'],
  },
  {
    name: 'a large file goes on where it broke off',
    side: 'server',
    edits: [
      {
        file: server('files/resumable/chunk-store.ts'),
        find: '(await selectAnnounced(database, org_id, file_guid))?.received ?? 0',
        replace: '0',
      },
    ],
    // One piece of it gets through at a time.
    shownBy: {
      acts: [
        { do: 'upload', question: evidenceQuestion, file: { number: 1, size: largestPieceBytes + 1000 } },
        goTo(2),
        goTo(3),
      ],
      pauseMs: 300,
      strikes: [{ step: 0, kind: 'large files broken off', after: 0, lastsMs: 60_000 }],
      ending: 'leave',
    },
    as: ['lost', 'stuck'],
  },
  {
    name: 'who logs off has all sent before',
    side: 'player',
    edits: [{ file: player('exam/screens/hand-in/use-unsent.ts'), find: 'sync.sendAll()', replace: 'Promise.resolve()' }],
    shownBy: { acts: [write(1, 'Typed just now. '), goTo(2)], strikes: [{ step: 0, kind: 'signed out', after: 1 }] },
    as: ['lost'],
  },
]
