#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { ConfigurationError, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { commandPeople, peopleCommands } from './people-commands.ts'
import { exportRecording, playRecording } from './recordings.ts'

const usage = `sitwell: the server of Sitwell, and what an administrator does without a screen

  sitwell serve                     serve the player and its calls
  sitwell migrate                   bring the database to this version
  sitwell import FILE...            import organisations (a folder with organisation.json), exam packages and courses (zip or folder)
      --org N                       the organisation that exam packages go to (1)
      --schedule USERNAME[,…]       schedule each imported exam or course for these learners; one that has not begun takes the new version
      --from DATE, --until DATE     when it may be begun: 2026-11-21T09:30+01:00, or none
      --extra-time MINUTES          more time than the exam gives
      --practice                    a practice exam; --no-practice for none
      --password                    asks for the exam's password: SITWELL_EXAM_PASSWORD, or else the first line of the input
      --proctoring WHO              proctored by Proctorio or IntegrityAdvocate; no: by nobody; exam: as it says
      --safe-exam-browser WHAT      generate: only in Safe Exam Browser, with a file that the server makes; no: in any; exam: as it says
      --config-key KEY, --browser-exam-key KEY   only in Safe Exam Browser with one of these keys; each may be given several times
      --again                       once more for who has completed it
  sitwell schedule list [USERNAME]  who is scheduled for what; with --exam GUID for one exam
  sitwell schedule set GUID...      change schedules that nobody has begun, with the options above; --no-password takes it away
  sitwell schedule remove GUID...   remove schedules that nobody has begun
      --org N                       the organisation (1)
  sitwell login-token USERNAME...   make a login token for each: an address that works for one sign-in
      --minutes N                   how long it works (60)
  sitwell invite USERNAME...        mail each a link that sets a password
  sitwell mfa-reset USERNAME...     let each set up the second step of the sign-in again
      --org N                       their organisation (1)
  sitwell invigilate list           who sits an exam, and how they stand; with --exam GUID of one exam
  sitwell invigilate late           which answers and files of an exam came late, and why each waits: --exam GUID
  sitwell invigilate WHAT           WHAT is grant, decline, pause, resume, add-time, note, accept-late, reopen or waive
      --run GUID | --exam GUID      for one form run, or for all of an exam that are under way
      --minutes N | --seconds N     how much time grant and add-time give
      --within SECONDS              how long resume lets the time stand at most, until the learner resumes (120; 0 is not at all)
      --waiting                     accept-late lets those alone count that wait for it
      --text TEXT                   what note writes down
      --reason TEXT                 why reopen opens a completed form run again; sitwell invigilate reopen FORMRUN works too
      --add-time SECONDS            time that reopen gives
                                    waive SCHEDULE lets it be sat without its proctoring or Safe Exam Browser, with --reason TEXT
      --org N                       the organisation (1)
  sitwell hand-in FILE...           take answers that could not be sent, from the files that learners saved on their devices
      --dry-run                     say what would be taken, and take nothing
      --unsealed                    take files without a seal too: all of theirs waits to be reviewed
      --org N                       the organisation (1)
  sitwell clock [confirm]           say how the servers' time stands, and when nobody served; confirm: the machine's clock is right
  sitwell restored                  the database was restored from a backup: browsers send again what it lacks
  sitwell verify FORMRUN            say whether what is stored of a form run is what was written, and holds together
  sitwell verify RECEIPT            say whether the receipt of a finished exam, or the file that holds it, matches what is stored
  sitwell verify --exam GUID        the same for all form runs of an exam; --org N alone for all of an organisation
      --head                        print the last hash of each ledger instead, to be kept elsewhere
  sitwell verify HASHES             say whether hashes that were printed before, or the file that holds them, still stand
  sitwell replay FORMRUN            write what happened in a sitting, each line with its evidence, as one HTML file
      --out FILE                    the file (replay-NUMBER.html)
      --time-zone NAME              tell moments in it too, beside UTC
  sitwell history FORMRUN           print every version of every answer that came, with its time, its writer and what became of it
  sitwell course ATTEMPT            print what a course has reported: elements, interactions, statements and times; --person USERNAME for all of theirs
      --reset                       set it back to not started; --sco N sets back one SCO, by its number in the list
      --waive --sco N               let a unit of a course of cmi5 count without it, with --reason TEXT (Administrative)
      --org N                       its organisation (1)
  sitwell files FORMRUN             write the files that a learner uploaded into a folder, and say when each came
      --to FOLDER                   the folder (files)
  sitwell recording FORMRUN         print what a learner did in a form run, as its activity log has it
  sitwell play-recording FILE       print the answers that a recording ends with, beside what the server holds
      --exam PACKAGE                the exam it was made in, where its form run is not of this server
      --org N                       the organisation of the form run, for replay, history, files and verify too (1)
`

const commandsOfOne: ReadonlySet<string | undefined> = new Set([
  'replay',
  'history',
  'files',
  'recording',
  'play-recording',
  'verify',
])

const isAboutPeople = (command: string | undefined): command is keyof typeof peopleCommands =>
  command !== undefined && Object.hasOwn(peopleCommands, command)

/** Undefined where none was given. Throws where it is no whole number above 0. */
const wholeOf = (option: string, given: string | undefined): number | undefined => {
  if (given === undefined) return undefined
  if (!/^[1-9]\d{0,6}$/.test(given)) throw new ConfigurationError(`${option} has to be a whole number above 0, not ${given}.`)
  return Number(given)
}

/** What the options say of schedules; nothing where none of them was given. */
const scheduleFields = async (values: {
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly 'extra-time'?: string | undefined
  readonly practice?: boolean | undefined
  readonly password?: boolean | undefined
  readonly proctoring?: string | undefined
  readonly 'safe-exam-browser'?: string | undefined
  readonly 'config-key'?: readonly string[] | undefined
  readonly 'browser-exam-key'?: readonly string[] | undefined
}) => {
  const { from, until, 'extra-time': extraTime, practice, password, proctoring } = values
  const { 'safe-exam-browser': safeExamBrowser, 'config-key': configKeys, 'browser-exam-key': browserExamKeys } = values
  const seb = { safeExamBrowser, configKeys, browserExamKeys }
  if ([from, until, extraTime, practice, password, proctoring, ...Object.values(seb)].every((one) => one === undefined))
    return {}
  const { fieldsOf } = await import('./organisation/schedule-wishes.ts')
  const { argon2id } = await import('./passwords.ts')
  const read = async () => (await import('./read-exam-password.ts')).readExamPassword(process.env, process.stdin)
  const typed = password === undefined ? undefined : password ? await read() : ''
  return fieldsOf({ from, until, extraTime, practice, password: typed, proctoring, ...seb }, argon2id.hash)
}

/** Answers the exit code; undefined where the server goes on serving. */
const run = async (): Promise<number | undefined> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      org: { type: 'string' },
      schedule: { type: 'string' },
      from: { type: 'string' },
      until: { type: 'string' },
      'extra-time': { type: 'string' },
      practice: { type: 'boolean' },
      password: { type: 'boolean' },
      proctoring: { type: 'string' },
      'safe-exam-browser': { type: 'string' },
      'config-key': { type: 'string', multiple: true },
      'browser-exam-key': { type: 'string', multiple: true },
      again: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      seconds: { type: 'string' },
      within: { type: 'string' },
      run: { type: 'string' },
      exam: { type: 'string' },
      waiting: { type: 'boolean', default: false },
      person: { type: 'string' },
      reset: { type: 'boolean', default: false },
      waive: { type: 'boolean', default: false },
      sco: { type: 'string' },
      text: { type: 'string' },
      reason: { type: 'string' },
      'add-time': { type: 'string' },
      to: { type: 'string', default: 'files' },
      head: { type: 'boolean', default: false },
      out: { type: 'string' },
      'time-zone': { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      unsealed: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [command, ...names] = positionals
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (command === 'serve') {
    // Each command loads what it needs alone: a server's whole code takes a second to be asked for help.
    const { serve } = await import('./main.ts')
    await serve()
    return undefined
  }
  const [word] = names
  const invigilating =
    command === 'invigilate' && names.length >= 1 && names.length <= 2 ? await import('./invigilate-command.ts') : undefined
  const invigilation = invigilating?.isInvigilation(word) ? word : undefined
  const takesNames = command === 'import' || command === 'hand-in' || isAboutPeople(command)
  const scheduling = command === 'schedule' ? await import('./schedule-command.ts') : undefined
  const scheduleWord = scheduling?.isScheduleWord(word) ? word : undefined
  const takesOne =
    (commandsOfOne.has(command) && names.length === 1) ||
    (command === 'clock' && names.length <= 1) ||
    (command === 'restored' && names.length === 0) ||
    (command === 'course' && names.length === (values.person === undefined ? 1 : 0))
  const verifiesMany = command === 'verify' && names.length === 0 && (values.exam ?? values.org) !== undefined
  if (
    command !== 'migrate' &&
    !invigilation &&
    !scheduleWord &&
    !takesOne &&
    !verifiesMany &&
    !(takesNames && names.length > 0)
  ) {
    console.error(usage)
    return 2
  }
  const minutes = wholeOf('--minutes', values.minutes)
  const seconds = wholeOf('--seconds', values.seconds) ?? (minutes === undefined ? undefined : minutes * 60)
  const orgId = Number(values.org ?? '1')
  const within = values.within === '0' ? 0 : wholeOf('--within', values.within)
  const fields = await scheduleFields(values)
  const learners = (values.schedule ?? '').split(',').flatMap((name) => name.trim() || [])
  if (command === 'import' && learners.length === 0 && (values.again || Object.keys(fields).length > 0))
    throw new ConfigurationError('These options say how exams are scheduled: name the learners with --schedule.')
  const config = readConfig(process.env)
  const database = openDatabase(config.database)
  try {
    const applied = await migrate(database.kysely, database.dialect)
    if (command === 'import')
      return await (await import('./import-files.ts')).importFiles(database, names, {
        orgId,
        learners,
        fields,
        again: values.again,
      })
    if (scheduling && scheduleWord)
      return await scheduling.commandSchedule(database, scheduleWord, {
        orgId,
        examGuid: values.exam,
        names: names.slice(1),
        fields,
      })
    if (invigilating && invigilation)
      return await invigilating.commandInvigilate(database, invigilation, {
        orgId,
        formRunGuid: values.run ?? names[1],
        examGuid: values.exam,
        seconds,
        within,
        waiting: values.waiting,
        text: values.text,
        reason: values.reason,
        addTime: wholeOf('--add-time', values['add-time']),
      })
    if (isAboutPeople(command)) return await commandPeople(database, command, names, { config, orgId, minutes })
    if (command === 'hand-in') {
      const clock = await (await import('./server-time/command-clock.ts')).createCommandClock(database)
      const wishes = { orgId, files: names, dryRun: values['dry-run'], unsealed: values.unsealed }
      return await (await import('./hand-in-command.ts')).commandHandIn(database, config, wishes, clock)
    }
    if (command === 'clock') return await (await import('./clock-command.ts')).commandClock(database, word)
    if (command === 'restored') return await (await import('./restored-command.ts')).commandRestored(database, config.database)
    if (command === 'verify')
      return await (await import('./verify-command.ts')).verify(database, {
        orgId,
        given: word,
        examGuid: values.exam,
        head: values.head,
      })
    if (command === 'replay')
      return await (await import('./replay-command.ts')).writeReplay(database, {
        orgId,
        formRunGuid: word ?? '',
        out: values.out,
        timeZone: values['time-zone'],
      })
    if (command === 'course')
      return await (await import('./course-command.ts')).commandCourse(database, {
        orgId,
        attempt: word,
        username: values.person,
        reset: values.reset,
        waive: values.waive
          ? { reason: values.reason, homePage: config.publicUrl ?? `http://localhost:${config.port}` }
          : undefined,
        sco: wholeOf('--sco', values.sco),
      })
    if (command === 'history') return await (await import('./history-command.ts')).printHistory(database, orgId, word ?? '')
    if (command === 'files')
      return await (await import('./files-command.ts')).exportFiles(database, orgId, word ?? '', values.to)
    if (command === 'recording') return await exportRecording(database, orgId, word ?? '')
    if (command === 'play-recording') return await playRecording(database, orgId, word ?? '', values.exam)
    console.log(applied.length ? `Applied migrations: ${applied.join(', ')}` : 'The database is up to date.')
    return 0
  } finally {
    await database.close()
  }
}

run().then(
  (code) => {
    if (code !== undefined) process.exitCode = code
  },
  (error) => {
    process.exitCode = 1
    void import('./main.ts').then(({ explain }) => console.error(explain(error)))
  },
)
