import { commands } from '../../apps/server/src/commands/commands.ts'
import { withoutDatabase } from '../../apps/server/src/commands/without-database.ts'
import type { BesideWorld } from './world.ts'

/** A command line beside a running server, and how it ends. */
export interface CommandLine {
  readonly args: readonly string[]
  /** Its exit code; 0 unless given. */
  readonly code?: number
  /** The expected output, on stdout or stderr. */
  readonly prints?: RegExp
}

/** The command lines of a command in a round, one after another. Rounds count from 1. */
type LinesOf = (world: BesideWorld, round: number) => readonly CommandLine[]

const inOrg = (orgId: number) => ['--org', String(orgId)]

/**
 * How to call each command. Each round imports two organisations of its own for commands that can run only once: one that moves away, and
 * one whose learner is erased. Commands that read a sitting read the one that is being saved to.
 */
const linesOf: Readonly<Record<string, LinesOf>> = {
  migrate: () => [{ args: ['migrate'], prints: /up to date/ }],
  import: ({ course, organisationOf, orgs }, round) => [
    { args: ['import', course, ...inOrg(orgs.other), '--schedule', 'learner'], prints: /imported/ },
    { args: ['import', organisationOf(round, 'moving'), organisationOf(round, 'erased')], prints: /imported/ },
  ],
  export: ({ sitting, fresh }, round) => [{ args: ['export', sitting.examGuid, '--to', fresh(`exam-${round}.zip`)] }],
  schedule: ({ idsOf }, round) => {
    const { orgId, scheduleGuid } = idsOf(round, 'moving')
    return [
      { args: ['schedule', 'list'], prints: /learner/ },
      { args: ['schedule', 'set', scheduleGuid, '--extra-time', '5', ...inOrg(orgId)] },
    ]
  },
  invigilate: ({ sitting }) => [
    { args: ['invigilate', 'list'], prints: /learner/ },
    { args: ['invigilate', 'note', '--run', sitting.formRunGuid, '--text', 'All is quiet'] },
    { args: ['invigilate', 'add-time', '--run', sitting.formRunGuid, '--seconds', '5'] },
  ],
  results: ({ sitting }) => [{ args: ['results', 'list', '--run', sitting.formRunGuid], prints: /under way|shown|confirmed/ }],
  'hand-in': ({ writeHandIn, orgs }, round) => [{ args: ['hand-in', writeHandIn(round), ...inOrg(orgs.other)] }],
  'move-organisation': ({ idsOf, target }, round) => [
    { args: ['move-organisation', String(idsOf(round, 'moving').orgId), '--to', target] },
  ],
  'remove-organisation': ({ idsOf }, round) => [{ args: ['remove-organisation', String(idsOf(round, 'moving').orgId)] }],
  verify: ({ sitting }) => [{ args: ['verify', sitting.formRunGuid] }, { args: ['verify', 'security-log'] }],
  course: ({ orgs }) => [{ args: ['course', '--person', 'learner', ...inOrg(orgs.other)] }],
  clock: () => [{ args: ['clock'] }],
  restored: () => [{ args: ['restored'], prints: /compares/ }],
  reseal: () => [{ args: ['reseal'], prints: /Sealed again/ }],
  replay: ({ sitting, fresh }, round) => [{ args: ['replay', sitting.formRunGuid, '--out', fresh(`replay-${round}.html`)] }],
  history: ({ sitting }) => [{ args: ['history', sitting.formRunGuid] }],
  files: ({ sitting, fresh }, round) => [{ args: ['files', sitting.formRunGuid, '--to', fresh(`files-${round}`)] }],
  recording: ({ sitting }) => [{ args: ['recording', sitting.formRunGuid], prints: /activities/ }],
  'play-recording': ({ recording }) => [{ args: ['play-recording', recording], prints: /answers/ }],
  'security-log': () => [{ args: ['security-log'] }],
  person: ({ idsOf, sitting, fresh }, round) => [
    { args: ['person', 'export', sitting.username, '--to', fresh(`person-${round}`)] },
    { args: ['person', 'erase', 'learner', ...inOrg(idsOf(round, 'erased').orgId)] },
  ],
  roles: ({ orgs, sitting }) => {
    const whose = [sitting.username, 'marker', ...inOrg(orgs.first)]
    return [
      { args: ['roles', 'grant', ...whose], prints: /has the role marker/ },
      { args: ['roles', 'list', ...inOrg(orgs.first)], prints: /marker/ },
      { args: ['roles', 'withdraw', ...whose, '--reason', 'the round is over'], prints: /no longer/ },
    ]
  },
  installation: ({ orgs }) => [
    { args: ['installation', 'grant', 'learner', ...inOrg(orgs.other)], prints: /owns the installation/ },
    { args: ['installation', 'list'], prints: /in force/ },
  ],
  'login-token': ({ orgs }) => [{ args: ['login-token', 'learner', ...inOrg(orgs.other)], prints: /http/ }],
  invite: ({ orgs }) => [{ args: ['invite', 'learner', ...inOrg(orgs.other)], prints: /mailed/ }],
  'mfa-reset': ({ orgs }) => [{ args: ['mfa-reset', 'learner', ...inOrg(orgs.other)] }],
  'end-sessions': ({ orgs }) => [{ args: ['end-sessions', 'learner', ...inOrg(orgs.other)] }],
  backup: ({ database, backups }) => [
    database === 'sqlite'
      ? { args: ['backup', '--to', backups, '--keep', '2'], prints: /checked/ }
      : { args: ['backup', '--to', backups], code: 1, prints: /its own tools/ },
  ],
  'check-config': () => [{ args: ['check-config'], prints: /ok/ }],
  restore: ({ database, newestBackup }) => {
    // On PostgreSQL there is none.
    const backup = newestBackup() ?? 'none'
    if (database === 'postgres') return [{ args: ['restore', backup], code: 1, prints: /its own tools/ }]
    return [
      { args: ['restore', backup, '--dry-run'], prints: /is whole/ },
      { args: ['restore', backup], code: 1, prints: /in use/ },
    ]
  },
}

/** Every command that the program knows. `serve` is the server itself. */
export const everyCommand: readonly string[] = [...commands.keys(), ...withoutDatabase.keys()]

/** Throws if nothing here says how the command is called. */
export const commandLinesOf = (command: string, world: BesideWorld, round: number): readonly CommandLine[] => {
  const lines = linesOf[command]
  if (!lines) throw new Error(`${command} is new: say in ${import.meta.filename} how it is called beside a running server.`)
  return lines(world, round)
}
