import type { Act } from '../acts.ts'
import { evidenceQuestion } from '../exam.ts'
import type { FileFault } from '../fault-kinds.ts'
import type { ChosenFile } from '../files.ts'
import type { PlannedFinish, Steering } from '../plan.ts'
import { choose, goTo, player, type Safeguard, server, setBackAfterwards, write } from './safeguard.ts'

/** A page that has its time between any two things: signs of life are written each four seconds. */
const unhurriedMs = 1000

/** Node's `fs` in the thread of SQLite, which sees each file forever as it was at first. */
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

/**
 * Another database takes over while the server and all connections stay, and the exam is over: no count of saves tells of it, no ledger of a
 * new connection, and no completion compares.
 */
const forgottenUnnoticed = setBackAfterwards({ isFailover: true })

/** Set back between the page's completion and the server. */
const setBackAtFinish: PlannedFinish = {
  ...{ kind: 'set back during the finish', backupStep: 0, when: 'before', isFailover: false, isAbrupt: true },
  isReloaded: false,
}

const sketch: ChosenFile = { number: 1, size: 2000 }
const uploadOf = (file: ChosenFile): Act => ({ do: 'upload', question: evidenceQuestion, file })
const removalOf = (file: ChosenFile): Act => ({ do: 'remove', question: evidenceQuestion, file })

const spoilt = (kind: FileFault): Steering => ({
  question: 0,
  steps: 6,
  pauseMs: 300,
  strikes: [{ step: 2, kind, after: 0, untilStep: 4 }],
})

/** What brings back what a database has lost. */
export const safeguardsOfRestoring: readonly Safeguard[] = [
  {
    name: 'a page hears of another generation of the database',
    side: 'player',
    edits: [
      {
        file: 'packages/request-queue/src/generation-watch.ts',
        find: '!generation || generation === current',
        replace: 'true',
      },
    ],
    shownBy: forgottenUnnoticed,
    database: 'postgres',
    as: ['untold'],
  },
  {
    name: 'a server notices that its database was set back',
    side: 'server',
    edits: [
      { file: server('generation/generation.ts'), find: 'signOfSetBack(remembered, row, mark)', replace: 'undefined' },
      {
        file: server('generation/generation.ts'),
        find: 'remembered?.generation === generation && beats <= remembered.beats',
        replace: 'false',
      },
      { file: server('generation/generation.ts'), find: 'before !== undefined && saves <= before', replace: 'false' },
      { file: server('generation/page-witness.ts'), find: 'heardSeal === sealBy(one, place, heard)', replace: 'false' },
    ],
    shownBy: forgottenUnnoticed,
    database: 'postgres',
    as: ['untold'],
  },
  {
    name: 'what a restore to before the start has lost goes on in another form run',
    isFast: true,
    side: 'player',
    edits: [
      {
        file: player('sync/player-sync.ts'),
        find: 'await replaceLostFormRuns({ ...parts, moveFiles: uploads.move }, start, generation)',
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
    isFast: true,
    side: 'server',
    edits: [
      {
        file: server('assessment/completion/complete.ts'),
        find: 'await lackingAnswers(database, run, body.answers ?? [])',
        replace: '[]',
      },
    ],
    // Saved by an earlier page, and gone as the completion comes: nothing but the completion tells of it.
    shownBy: {
      acts: [choose(0), write(1, 'Of an earlier page. '), goTo(2), goTo(3), goTo(2)],
      pauseMs: unhurriedMs,
      strikes: [{ step: 2, kind: 'page reloaded', after: 1, isPatient: true }],
      atFinish: setBackAtFinish,
    },
    // What is sent again after the completion is in the history, and counts no more.
    as: ['lost', 'overwritten'],
  },
  {
    name: 'numbers that were set aside outlive a restore',
    isFast: true,
    side: 'server',
    edits: [
      {
        file: 'packages/exam/src/answers/save-sequences.ts',
        find: 'Math.max(0, Math.floor((nowMs - originMs) / blockMs)) * sequencesEach',
        replace: '0',
      },
    ],
    // What a laptop has of numbers that the database has forgotten comes behind the newer answer of the device that continued.
    shownBy: {
      acts: [...[0, 1, 2, 3].map(choose), goTo(2), goTo(3), goTo(2), choose(1), goTo(2)],
      pauseMs: 400,
      strikes: [
        { step: 1, kind: 'page reloaded', after: 1 },
        { step: 4, kind: 'cut', after: 0, isAnnounced: true, isPatient: true, untilStep: 6 },
        { step: 5, kind: 'restored by seconds', after: 0, isAbrupt: true, backupStep: 1 },
        { step: 6, kind: 'second device', after: 0, isAbrupt: true },
      ],
    },
    as: ['overwritten'],
  },
  {
    name: 'what was only read of another device is kept, and brought back',
    isFast: true,
    side: 'player',
    edits: [
      {
        file: player('sync/answers/answer-book.ts'),
        find: '!lastSave && !changed && sequence > 0 && acknowledged >= sequence',
        replace: 'false',
      },
    ],
    // The device that had saved it is never seen again, and the page that had read it is another one by then.
    shownBy: {
      acts: [write(1, 'From a laptop. '), ...[2, 3, 0, 2, 3, 2].map(goTo)],
      pauseMs: unhurriedMs,
      strikes: [
        { step: 1, kind: 'second device', after: 1, isAbrupt: true, isGone: true, isPatient: true },
        { step: 3, kind: 'cut', after: 0, isAnnounced: true, isPatient: true, untilStep: 6 },
        { step: 4, kind: 'restored by minutes', after: 0, isAbrupt: false },
        { step: 5, kind: 'page reloaded', after: 1 },
      ],
      ending: 'leave',
    },
    as: ['shown', 'lost'],
  },
  {
    name: 'a page asks for the files that the server had acknowledged',
    side: 'player',
    edits: [
      {
        file: player('sync/files/acknowledged-files.ts'),
        find: 'of(formRunGuid).map(({ fileGuid }) => fileGuid)',
        replace: '[]',
      },
    ],
    shownBy: {
      acts: [choose(0), uploadOf(sketch), ...[2, 3, 0].map(goTo)],
      pauseMs: unhurriedMs,
      strikes: [{ step: 3, kind: 'restored by minutes', after: 0, isPatient: true }],
    },
    as: ['lost'],
  },
  {
    name: 'a page has files deleted again that a restore has brought back',
    side: 'player',
    edits: [
      { file: player('sync/files/acknowledged-files.ts'), find: 'deletedFiles.length > 0 && { deletedFiles }', replace: '{}' },
    ],
    shownBy: {
      acts: [choose(0), uploadOf(sketch), goTo(2), removalOf(sketch), ...[2, 3, 0].map(goTo)],
      pauseMs: unhurriedMs,
      strikes: [{ step: 5, kind: 'restored by seconds', after: 0, isPatient: true, backupStep: 3 }],
    },
    as: ['overwritten'],
  },
  {
    name: 'the watch over the file of SQLite',
    side: 'server',
    edits: [
      {
        file: server('db/sqlite-thread.ts'),
        find: '{ workerData: { path } }',
        replace: `{ workerData: { path }, execArgv: ['--import', ${JSON.stringify(blindThread)}] }`,
      },
    ],
    alsoIn: ['worker', 'guard', 'file', 'pages', 'log-index'].map((name) => server(`db/sqlite-${name}.js`)),
    shownBy: spoilt('file deleted'),
    alsoShownBy: [spoilt('file replaced'), spoilt('file written over')],
    as: ['stuck', 'lost'],
  },
]
