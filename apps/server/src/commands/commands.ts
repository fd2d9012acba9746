import { type Config, ConfigurationError } from '../config.ts'
import type { Environment } from '../databases-file.ts'
import type { Database } from '../db/database.ts'
import { type CommandLine, wholeOf } from './command-line.ts'
import type { PeopleCommand } from './people.ts'
import { scheduleFields } from './schedule-fields.ts'

/** What a command does it on. */
interface Opened {
  readonly database: Database
  readonly config: Config
  /** In which other databases are named. */
  readonly environment?: Environment
}

/** Answers the exit code. */
type Act = (opened: Opened) => Promise<number>

/**
 * Reads its part of the command line before anything is opened, and answers what is to be done; undefined if it makes no sense of it.
 * Each loads what it needs alone: all of the server's code takes a second to be asked for help.
 */
type Command = (line: CommandLine) => Promise<Act | undefined>

/** A command about one form run, or one file. */
const ofOne =
  (act: (line: CommandLine, one: string) => Promise<Act>): Command =>
  async (line) => {
    const [one, ...more] = line.names
    return one === undefined || more.length > 0 ? undefined : act(line, one)
  }

const importing: Command = async ({ names, values, orgId }) => {
  if (names.length === 0) return undefined
  const learners = (values.schedule ?? '').split(',').flatMap((name) => name.trim() || [])
  const fields = await scheduleFields(values)
  if (learners.length === 0 && (values.again || Object.keys(fields).length > 0))
    throw new ConfigurationError('These options are for scheduled exams: name the learners with --schedule.')
  if (values['version-of'] !== undefined && names.length > 1)
    throw new ConfigurationError('--version-of names the course that one package replaces: import that package alone.')
  const { importFiles } = await import('./import-files.ts')
  const wishes = {
    orgId,
    learners,
    fields,
    again: values.again,
    dryRun: values['dry-run'],
    acceptLoss: values['accept-loss'],
    course: { isFree: values['free-choice'], versionOf: values['version-of'] },
    reports: { json: values.json, html: values.html },
  }
  return ({ database }) => importFiles(database, names, wishes)
}

const scheduling: Command = async ({ names: [word, ...names], values, orgId }) => {
  const { commandSchedule, isScheduleWord } = await import('./schedule.ts')
  if (!isScheduleWord(word)) return undefined
  const fields = await scheduleFields(values)
  return ({ database }) => commandSchedule(database, word, { orgId, examGuid: values.exam, names, fields })
}

/** `--seconds`, or `--minutes` in seconds. */
const secondsOf = ({ values }: CommandLine): number | undefined => {
  const minutes = wholeOf('--minutes', values.minutes)
  return wholeOf('--seconds', values.seconds) ?? (minutes === undefined ? undefined : minutes * 60)
}

const invigilating: Command = async (line) => {
  const { names, values, orgId } = line
  const [word, named, ...more] = names
  const { commandInvigilate, isInvigilation } = await import('./invigilate.ts')
  if (!isInvigilation(word) || more.length > 0) return undefined
  const wishes = {
    orgId,
    formRunGuid: values.run ?? named,
    examGuid: values.exam,
    seconds: secondsOf(line),
    within: values.within === '0' ? 0 : wholeOf('--within', values.within),
    waiting: values.waiting,
    text: values.text,
    reason: values.reason,
    addTime: wholeOf('--add-time', values['add-time']),
  }
  return ({ database }) => commandInvigilate(database, word, wishes)
}

const aboutResults: Command = async ({ names: [word, ...more], values, orgId }) => {
  const { commandResults, isResultsWord } = await import('./results.ts')
  if (!isResultsWord(word) || more.length > 0) return undefined
  const { run, exam, reason } = values
  const wishes = { orgId, formRunGuid: run, examGuid: exam, reason, asFarAsMarked: values['as-far-as-marked'] }
  return ({ database }) => commandResults(database, word, wishes)
}

const handingIn: Command = async ({ names, values, orgId }) => {
  if (names.length === 0) return undefined
  const { commandHandIn } = await import('./hand-in.ts')
  const { createCommandClock } = await import('../server-time/command-clock.ts')
  const wishes = { orgId, files: names, dryRun: values['dry-run'], unsealed: values.unsealed }
  return async ({ database, config }) => commandHandIn(database, config, wishes, await createCommandClock(database))
}

const verifying: Command = async ({ names: [given, ...more], values, orgId }) => {
  const isOfMany = given === undefined && (values.exam ?? values.org) !== undefined
  if (more.length > 0 || (given === undefined && !isOfMany)) return undefined
  const { verify } = await import('./verify.ts')
  return ({ database }) => verify(database, { orgId, given, examGuid: values.exam, head: values.head })
}

const aboutCourse: Command = async ({ names: [attempt, ...more], values, orgId }) => {
  const { person: username, reset } = values
  if (more.length > 0 || (attempt === undefined) === (username === undefined)) return undefined
  const sco = wholeOf('--sco', values.sco)
  const { commandCourse } = await import('./course.ts')
  return ({ database, config }) => {
    const homePage = config.publicUrl ?? `http://localhost:${config.port}`
    const waive = values.waive ? { reason: values.reason, homePage } : undefined
    return commandCourse(database, { orgId, attempt, username, reset, waive, sco })
  }
}

const aboutClock: Command = async ({ names: [word, ...more] }) => {
  if (more.length > 0) return undefined
  const { commandClock } = await import('./clock.ts')
  return ({ database }) => commandClock(database, word)
}

const searchingLog: Command = async ({ names, values, orgId }) => {
  if (names.length > 0) return undefined
  const { commandSecurityLog } = await import('./security-log.ts')
  const { person, kind, address, from, until, head } = values
  const wishes = { orgId, person, kind, address, from, until, head, most: wholeOf('--most', values.most) }
  return ({ database }) => commandSecurityLog(database, wishes)
}

const aboutPerson: Command = async ({ names: [word, username, ...more], values, orgId }) => {
  const { commandPerson, isPersonWord } = await import('./person.ts')
  if (!isPersonWord(word) || username === undefined || more.length > 0) return undefined
  return ({ database }) => commandPerson(database, word, { orgId, username, folder: values.to ?? 'person' })
}

const aboutRoles: Command = async ({ names: [word, username, role, ...more], values, orgId }) => {
  const { commandRoles, isRolesWord } = await import('./roles.ts')
  if (!isRolesWord(word) || more.length > 0) return undefined
  const isComplete = word === 'list' ? role === undefined : role !== undefined
  const { from, until, reason } = values
  return isComplete ? ({ database }) => commandRoles(database, word, { orgId, username, role, from, until, reason }) : undefined
}

const aboutInstallation: Command = async ({ names: [word, username, ...more], values, orgId }) => {
  const { commandInstallation, isInstallationWord } = await import('./installation.ts')
  if (!isInstallationWord(word) || more.length > 0 || (username === undefined) !== (word === 'list')) return undefined
  const { from, until, reason } = values
  return ({ database }) => commandInstallation(database, word, { orgId, username, from, until, reason })
}

const aboutPeople =
  (command: PeopleCommand): Command =>
  async ({ names, values, orgId }) => {
    if (names.length === 0) return undefined
    const minutes = wholeOf('--minutes', values.minutes)
    const { commandPeople } = await import('./people.ts')
    return ({ database, config }) => commandPeople(database, command, names, { config, orgId, minutes })
  }

/** The organisation stands as a name, for it is what the command is about. */
const organisationIn = ([given, ...more]: readonly string[]): number | undefined =>
  more.length > 0 ? undefined : wholeOf('The organisation', given)

const moving: Command = async ({ names, values }) => {
  const orgId = organisationIn(names)
  if (orgId === undefined || values.to === undefined) return undefined
  const wishes = { orgId, to: values.to, undo: values.undo }
  const { commandMoveOrganisation } = await import('./move-organisation.ts')
  const { createCommandClock } = await import('../server-time/command-clock.ts')
  return async ({ database, config, environment }) =>
    commandMoveOrganisation(database, config, { ...wishes, environment }, await createCommandClock(database))
}

const removing: Command = async ({ names }) => {
  const orgId = organisationIn(names)
  if (orgId === undefined) return undefined
  const { commandRemoveOrganisation } = await import('./move-organisation.ts')
  const { createCommandClock } = await import('../server-time/command-clock.ts')
  return async ({ database }) => commandRemoveOrganisation(database, orgId, await createCommandClock(database))
}

const exporting: Command = async ({ names: [exam, ...more], values, orgId }) => {
  if (exam === undefined || more.length > 0 || values.to === undefined) return undefined
  const { exportExam, exportFormats, isExportFormat } = await import('./export-exam.ts')
  const { to, format = 'native' } = values
  const version = wholeOf('--version', values.version)
  if (!isExportFormat(format)) throw new ConfigurationError(`--format has to be ${exportFormats.join(' or ')}, not ${format}.`)
  return ({ database }) => exportExam(database, { orgId, exam, version, format, to })
}

/** By the word that a command line begins with. */
export const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries<Command>({
    import: importing,
    export: exporting,
    schedule: scheduling,
    invigilate: invigilating,
    'hand-in': handingIn,
    'move-organisation': moving,
    'remove-organisation': removing,
    verify: verifying,
    course: aboutCourse,
    clock: aboutClock,
    restored: async ({ names }) => {
      if (names.length > 0) return undefined
      const { commandRestored } = await import('./restored.ts')
      return ({ database, config }) => commandRestored(database, config.database)
    },
    reseal: async ({ names }) => {
      if (names.length > 0) return undefined
      const { commandReseal } = await import('./reseal.ts')
      return ({ database, config }) => commandReseal(database, config)
    },
    replay: ofOne(async ({ values, orgId }, formRunGuid) => {
      const { writeReplay } = await import('./replay.ts')
      return ({ database }) => writeReplay(database, { orgId, formRunGuid, out: values.out, timeZone: values['time-zone'] })
    }),
    history: ofOne(async ({ orgId }, formRunGuid) => {
      const { printHistory } = await import('./history.ts')
      return ({ database }) => printHistory(database, orgId, formRunGuid)
    }),
    files: ofOne(async ({ values, orgId }, formRunGuid) => {
      const { exportFiles } = await import('./files.ts')
      return ({ database }) => exportFiles(database, orgId, formRunGuid, values.to ?? 'files', { unscanned: values.unscanned })
    }),
    recording: ofOne(async ({ orgId }, formRunGuid) => {
      const { exportRecording } = await import('./recordings.ts')
      return ({ database }) => exportRecording(database, orgId, formRunGuid)
    }),
    'play-recording': ofOne(async ({ values, orgId }, file) => {
      const { playRecording } = await import('./recordings.ts')
      return ({ database }) => playRecording(database, orgId, file, values.exam)
    }),
    'security-log': searchingLog,
    person: aboutPerson,
    results: aboutResults,
    roles: aboutRoles,
    installation: aboutInstallation,
    'login-token': aboutPeople('login-token'),
    invite: aboutPeople('invite'),
    'mfa-reset': aboutPeople('mfa-reset'),
    'end-sessions': aboutPeople('end-sessions'),
  }),
)
