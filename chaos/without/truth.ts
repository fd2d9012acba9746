import type { Steering } from '../plan.ts'
import { choose, goTo, player, type Safeguard, setBackAfterwards, write } from './safeguard.ts'

/** An answer that something refuses forever, whatever form it goes in, and all others there. */
const refusedForEver: Steering = {
  acts: [choose(0), write(1, 'DROP TABLE lakes. '), goTo(2)],
  pauseMs: 300,
  strikes: [{ step: 0, kind: 'firewall at a word in base64 too', after: 0, word: 'DROP TABLE', isForEver: true }],
  ending: 'finish',
}

/** The same over a slow network, so that the wait for the result lasts. */
const refusedAndSlow: Steering = {
  ...refusedForEver,
  strikes: [...(refusedForEver.strikes ?? []), { step: 1, kind: 'slow', after: 0, isForEver: true }],
}

/** A learner who logs off if nothing can be sent. */
const offWithoutNetwork: Steering = {
  acts: [choose(0), write(1, 'Typed in a tunnel. '), goTo(2), goTo(3)],
  pauseMs: 300,
  strikes: [
    { step: 1, kind: 'cut', after: 0, isAnnounced: true, untilStep: 3 },
    { step: 2, kind: 'signed out', after: 1 },
  ],
}

/** What keeps a page from saying that answers are saved where they are not. */
export const safeguardsOfTruth: readonly Safeguard[] = [
  {
    name: 'the last page tells what is only here',
    side: 'player',
    edits: [{ file: player('sync/only-here/where-answers-are.ts'), find: "answerPlace(record) === 'here'", replace: 'false' }],
    shownBy: refusedForEver,
    as: ['untold'],
  },
  {
    name: 'the wait for the result says that nothing can be lost only where it is so',
    side: 'player',
    edits: [
      {
        file: player('exam/screens/outro/follow-answers.ts'),
        find: 'onlyHere.length === 0 && lostFiles.length === 0 && !isChecking',
        replace: 'true',
      },
    ],
    shownBy: refusedAndSlow,
    as: ['untold'],
  },
  {
    name: 'what can’t be sent is handed in as a file',
    side: 'player',
    edits: [
      {
        file: player('sync/local-answers.ts'),
        find: 'await makeHandIn(making, { formRunGuid: of, about }, open.get(of)?.answers.all())',
        replace: 'undefined',
      },
    ],
    shownBy: refusedForEver,
    as: ['lost'],
  },
  {
    name: 'the dialog of a log-off follows what is only here',
    side: 'player',
    edits: [
      {
        file: player('exam/screens/hand-in/follow-unsent.ts'),
        find: 'await sync.onlyHere()',
        replace: '{ answers: 0, files: 0, courses: 0, checking: 0, refused: [] }',
      },
    ],
    shownBy: offWithoutNetwork,
    as: ['untold'],
  },
  {
    name: '“Saved” is said once the server has it',
    isFast: true,
    side: 'player',
    edits: [
      { file: player('sync/answers/answer-place.ts'), find: '!changed && acknowledged >= sequence', replace: '!changed' },
    ],
    shownBy: offWithoutNetwork,
    as: ['untold'],
  },
  {
    name: 'an exam that is over is compared with a database that was set back',
    isFast: true,
    side: 'player',
    edits: [{ file: player('sync/set-back/compare-closed.ts'), find: 'isOther || doubted.has(formRunGuid)', replace: 'false' }],
    shownBy: setBackAfterwards({ isReloaded: true }),
    as: ['untold'],
  },
  {
    name: 'a completion that a set-back has lost is sent once more by the last page, or a later one',
    side: 'player',
    edits: [
      {
        file: player('sync/form-run/form-run.ts'),
        find: 'finished && !completed && completion && !completionWaiting()',
        replace: 'undefined',
      },
      {
        file: player('sync/set-back/compare-closed.ts'),
        find: 'run.finished && !comparison.completed && run.completion && !finishesIn(queue).has(formRunGuid)',
        replace: 'undefined',
      },
    ],
    shownBy: setBackAfterwards({}),
    isFast: true,
    as: ['lost'],
  },
  {
    name: 'a page knows a set-back by the ledger of its live connection',
    isFast: true,
    side: 'player',
    edits: [{ file: 'packages/client/src/live-events.ts', find: 'read.number < known', replace: 'false' }],
    shownBy: setBackAfterwards({ isAbrupt: true }),
    as: ['untold'],
  },
]
