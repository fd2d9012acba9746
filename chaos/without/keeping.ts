import type { Steering } from '../plan.ts'
import { goTo, player, type Safeguard, write } from './safeguard.ts'

/** What a page had its time to keep has to be there after a crash. */
const crashesAfterTyping: Steering = {
  question: 1,
  steps: 5,
  strikes: [
    { step: 2, kind: 'tab crashed', after: 0, isPatient: true },
    { step: 4, kind: 'tab crashed', after: 0, isPatient: true },
  ],
}

/** What keeps answers on a device, beyond the page that they were typed on. */
export const safeguardsOfKeeping: readonly Safeguard[] = [
  {
    name: 'the local store',
    isFast: true,
    side: 'player',
    edits: [
      {
        file: player('storage/open-exam-store.ts'),
        find: 'await openIndexedDbStore(playerDatabase, onFailure)',
        // Opened anyway, so that the harness can look into it.
        replace: 'await openIndexedDbStore(playerDatabase, onFailure).then(() => createMemoryStore())',
      },
    ],
    shownBy: crashesAfterTyping,
    as: ['lost', 'shown'],
  },
  {
    name: 'what is typed is kept at once',
    isFast: true,
    side: 'player',
    edits: [{ file: player('sync/answers/answer-book.ts'), find: 'draftTimers.has(questionId)', replace: 'true' }],
    shownBy: crashesAfterTyping,
    as: ['lost', 'shown'],
  },
  {
    name: 'what a full disk does not take is held, and written later',
    side: 'player',
    edits: [
      { file: 'packages/storage/src/overflow-store.ts', find: 'held.set(keyOf(change), copyOf(change))', replace: 'undefined' },
    ],
    // An answer that is left while the disk is full; then it has room again, and the browser ends before the network is back.
    shownBy: {
      acts: [write(1, 'First. '), write(1, 'Kept. '), write(1, 'Held. '), ...[2, 3, 4].map(goTo)],
      strikes: [
        { step: 1, kind: 'cut', after: 0, isAnnounced: true, untilStep: 6 },
        { step: 2, kind: 'disk full', after: 0, untilStep: 4 },
        { step: 5, kind: 'browser killed', after: 0, isPatient: true },
      ],
    },
    // What was typed is often written again by itself; that the question was left is written once.
    as: ['lost', 'shown', 'log'],
  },
  {
    name: 'what was typed here wins over what the server has from before',
    isFast: true,
    side: 'player',
    edits: [
      {
        file: player('sync/answers/reconcile.ts'),
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
    edits: [{ file: player('sync/form-run/form-run.ts'), find: 'answers.sendLeftover(leftover)', replace: 'undefined' }],
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
    // Its answers are saved again; its requests stay behind, and with them all that isn't an answer.
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
    name: 'one tab writes',
    side: 'player',
    edits: [{ file: player('exam/session/use-writer-lock.ts'), find: 'tabLocks()', replace: 'undefined' }],
    shownBy: { only: ['second tab'], question: 0, steps: 12 },
    as: ['shown', 'overwritten', 'lost'],
  },
]
