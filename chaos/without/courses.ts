import type { Act } from '../acts.ts'
import { documentQuestion, evidenceQuestion } from '../exam.ts'
import { wordOfFiles } from '../files.ts'
import type { Steering } from '../plan.ts'
import { goTo, player, type Safeguard, server } from './safeguard.ts'

/** At the lesson that is open. */
const type = (text: string): Act => ({ do: 'write', question: 0, keys: [text], isRewritten: false })
const leave: Act = { do: 'leave', question: 0, by: 'close' }
/** A course on the device, whose lesson is opened twice without a network: after it had ended, and after it was closed. */
const takenAlong: Steering = {
  isCourse: true,
  acts: [
    type('one '),
    { do: 'carry', question: 0, acts: 4, isRested: true },
    { do: 'leave', question: 0, by: 'suspend' },
    type('two '),
    leave,
    type('three '),
  ],
  strikes: [{ step: 1, kind: 'cut', after: 1, untilStep: 6 }],
  ending: 'leave',
}
const read: Act = { do: 'read', question: documentQuestion }
/** Before anything is wrong: on a busy machine the pages take their time. */
const readPatiently: Act = { ...read, isPatient: true }

/** What keeps a course, a document and the bytes of a file as answers are kept. */
export const safeguardsOfCourses: readonly Safeguard[] = [
  {
    name: 'what a course sets is kept as it is set',
    side: 'player',
    edits: [
      {
        file: player('sync/courses/course-saves.ts'),
        find: 'next = { ...arrived, ends: arrived.ends || next?.ends === true }',
        // As a player that waits for the course's end.
        replace: 'next = arrived.ends ? arrived : next',
      },
    ],
    shownBy: {
      isCourse: true,
      acts: ['one ', 'two ', 'three '].map(type),
      strikes: [{ step: 1, kind: 'tab crashed', after: 1, isPatient: true }],
      ending: 'leave',
    },
    as: ['lost', 'shown'],
  },
  {
    name: 'what an earlier visit set is on the server before a lesson opens',
    side: 'player',
    edits: [
      {
        file: player('elearning/course-steps.ts'),
        find: '!queue.waiting().some((request) => isSaveOf(attemptId, request))',
        replace: 'true',
      },
    ],
    // Nothing that is saved gets through for a while, and all else does.
    shownBy: {
      isCourse: true,
      acts: [type('one '), type('two '), leave, type('three ')],
      strikes: [{ step: 1, kind: 'not found 404', after: 0, lastsMs: 6000 }],
      ending: 'leave',
    },
    as: ['shown', 'lost', 'overwritten'],
  },
  {
    name: 'an older state of a course replaces no newer one',
    side: 'server',
    edits: [{ file: server('lms/scorm-save.ts'), find: 'number <= sco.number', replace: 'false' }],
    // It lasts to the end: what was overtaken in the browser's queue comes behind what overtook it.
    shownBy: {
      isCourse: true,
      acts: ['one ', 'two ', 'three ', 'four ', 'five ', 'six '].map(type),
      pauseMs: 700,
      strikes: [{ step: 1, kind: 'requests reordered', after: 0, lastsMs: 30_000 }],
      ending: 'leave',
    },
    as: ['overwritten'],
  },
  {
    name: 'what a course had set goes once more to a database that was set back',
    side: 'player',
    edits: [
      {
        file: player('sync/courses/stored-courses.ts'),
        find: 'one.generation !== undefined && one.generation !== now',
        replace: 'false',
      },
      { file: player('sync/courses/stored-courses.ts'), find: '!record || numberOf(record.save) <= standing', replace: 'true' },
    ],
    // Nothing is set after the restore that would carry all of it.
    shownBy: {
      isCourse: true,
      acts: [type('one '), type('two '), leave, type('three ')],
      pauseMs: 1000,
      strikes: [{ step: 2, kind: 'restored by seconds', after: 1, isPatient: true, backupStep: 1 }],
      ending: 'leave',
    },
    as: ['shown', 'lost'],
  },
  {
    name: 'a lesson of a course that is on the device opens without the server',
    side: 'player',
    edits: [
      {
        file: player('elearning/course-steps.ts'),
        find: 'await coursesHere.open(courseGuid, attemptId)',
        replace: 'undefined',
      },
    ],
    shownBy: takenAlong,
    as: ['shown'],
  },
  {
    name: 'a lesson that is opened without the server has what was set without it',
    side: 'player',
    edits: [{ file: player('sync/courses/courses-here.ts'), find: '[...sent, ...waiting]', replace: 'sent' }],
    shownBy: takenAlong,
    as: ['shown'],
  },
  {
    name: 'the page of a course that is on the device is loaded again without a network',
    side: 'player',
    edits: [
      {
        file: player('app/stored-session.ts'),
        find: 'stored === undefined || player.session.load()?.user.guid !== stored.userGuid',
        replace: 'true',
      },
    ],
    shownBy: {
      isCourse: true,
      acts: [type('one '), { do: 'carry', question: 0, acts: 2, isRested: false }, type('two '), type('three ')],
      strikes: [
        { step: 1, kind: 'cut', after: 1, untilStep: 4 },
        { step: 2, kind: 'page reloaded', after: 1, isPatient: true },
      ],
      ending: 'leave',
    },
    as: ['shown'],
  },
  {
    name: 'a document of a unit replaces none that the unit has not seen',
    side: 'server',
    edits: [{ file: server('lms/lrs/documents.ts'), find: 'match !== undefined && !isHeld(match)', replace: 'false' }],
    // What was overtaken on its way comes behind the last of what overtook it: one run in five.
    mostRuns: 40,
    shownBy: {
      isCmi5: true,
      acts: ['one ', 'two ', 'three ', 'four ', 'five ', 'six '].map(type),
      pauseMs: 700,
      strikes: [{ step: 1, kind: 'requests reordered', after: 0, lastsMs: 3000 }],
      ending: 'leave',
    },
    as: ['overwritten', 'shown'],
  },
  {
    name: 'a statement is acknowledged once it is kept',
    side: 'server',
    edits: [
      {
        file: server('lms/lrs/statements.ts'),
        find: 'await takeStatements(database.kysely, caller.session, arrived, clock)',
        // As a store that writes behind its replies.
        replace:
          'await (setTimeout(() => takeStatements(database.kysely, caller.session, arrived, clock).catch(() => undefined), statements[0]?.result ? 1500 : 0), { ok: true, is: undefined, why: undefined })',
      },
    ],
    shownBy: {
      isCmi5: true,
      acts: [type('one '), type('two '), leave],
      pauseMs: 500,
      strikes: [{ step: 2, kind: 'server killed', after: 0, lastsMs: 1000 }],
      ending: 'leave',
    },
    as: ['lost'],
  },
  {
    name: 'a document is read from this device',
    side: 'player',
    edits: [{ file: player('exam/screens/documents/document-source.ts'), find: 'whole ?? parts.held()', replace: 'whole' }],
    shownBy: {
      acts: [readPatiently, goTo(2), read, goTo(2)],
      pauseMs: 300,
      strikes: [{ step: 1, kind: 'cut', after: 0, isAnnounced: true, untilStep: 3 }],
      ending: 'leave',
    },
    as: ['shown'],
  },
  {
    name: 'a file that a firewall refuses goes once more in base64',
    side: 'player',
    edits: [
      {
        file: player('sync/files/deliver-file.ts'),
        find: 'plain === notStored || signal.aborted || !isRefusedBetween(plain)',
        replace: 'true',
      },
    ],
    shownBy: {
      acts: [goTo(2), { do: 'upload', question: evidenceQuestion, file: { number: 1, size: 2000 } }, goTo(2), goTo(3)],
      pauseMs: 300,
      strikes: [{ step: 0, kind: 'firewall at a word', after: 0, word: wordOfFiles, isForEver: true }],
      ending: 'leave',
    },
    as: ['lost'],
  },
]
