import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recording } from '@sitwell/question-types/recordings'
import { organisation, person, writeOrganisation } from '../e2e/arrange.ts'
import { percentileOf } from './durations.ts'
import { tenths, whole } from './figures.ts'
import { inProcesses } from './in-processes.ts'
import { examOf } from './learners.ts'
import { memoryOf } from './memory-of.ts'
import { type Due, paceOf, regularPace } from './pace.ts'

const usage = `script/load prepare FOLDER --learners N     writes an organisation of N learners with an exam, for \`sitwell import FOLDER\`
script/load ORIGIN --learners N             has them sign in, start, answer, upload and finish

  --org N          the organisation's number (900)
  --from N         the first of the learners (1): several machines take a stretch each
  --over SECONDS   in which they come (60)
  --processes N    that they run in (half of the processors)
  --recording FILE a sitting whose pace they have (\`sitwell recording\`), more than once for several; a save each 20 s otherwise
  --minutes N      how long they sit without a recording (60)
  --speed N        times as fast (1)
  --upload BYTES   of the file that each uploads (200000; 0 for none)
  --metrics-token  of the server, for its memory`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    learners: { type: 'string' },
    org: { type: 'string', default: '900' },
    from: { type: 'string', default: '1' },
    over: { type: 'string', default: '60' },
    processes: { type: 'string', default: String(Math.max(1, Math.floor(availableParallelism() / 2))) },
    recording: { type: 'string', multiple: true, default: [] },
    minutes: { type: 'string', default: '60' },
    speed: { type: 'string', default: '1' },
    upload: { type: 'string', default: '200000' },
    'metrics-token': { type: 'string' },
  },
})

/** A number that an option gives, from `least` on; ends with the usage where it is none. */
const numberOf = (name: 'learners' | 'org' | 'from' | 'over' | 'processes' | 'minutes' | 'speed' | 'upload', least: number) => {
  const number = Number(values[name])
  if (values[name] === undefined || !Number.isFinite(number) || number < least) {
    console.error(`--${name} has to be a number from ${least} on.\n\n${usage}`)
    process.exit(2)
  }
  return number
}

const [first, folder, ...more] = positionals
if (first === undefined || more.length > 0 || (first === 'prepare') !== (folder !== undefined)) {
  console.error(usage)
  process.exit(2)
}
const learners = numberOf('learners', 1)
const orgId = numberOf('org', 1)
const nameOf = (number: number) => `load-${number}`

const prepare = async (into: string) => {
  await mkdir(into, { recursive: true })
  const people = Array.from({ length: learners }, (_, index) => person({ username: nameOf(index + 1) }))
  const spec = organisation({ orgId, people, exams: [examOf(40)], schedules: people.map(({ username }) => ({ username })) })
  const { file } = await writeOrganisation(spec, into)
  await writeFile(join(into, 'organisation.json'), JSON.stringify(file))
  console.log(`${whole(learners)} learners are in ${into}. Now: sitwell import ${into}`)
}

const readPace = async (path: string): Promise<Due[]> => paceOf(recording.parse(JSON.parse(await readFile(path, 'utf8'))))

const load = async (origin: string) => {
  const [from, processes, speed] = [numberOf('from', 1), numberOf('processes', 1), numberOf('speed', 0.01)]
  const untilMs = numberOf('minutes', 0.1) * 60_000
  const accounts = Array.from({ length: learners }, (_, index) => {
    const username = nameOf(from + index)
    return { username, password: username, orgId }
  })
  const recorded = await Promise.all(values.recording.map(readPace))
  // Without a recording everybody has their own moments.
  const paces = recorded.length > 0 ? recorded : Array.from({ length: 100 }, () => regularPace(untilMs, Math.random))
  const token = values['metrics-token']
  const memory = token === undefined ? undefined : await memoryOf(origin, token)
  const orders = Array.from({ length: processes }, (_, part) => ({
    origin,
    arriving: {
      accounts: accounts.filter((_, index) => index % processes === part),
      overMs: numberOf('over', 0) * 1000,
      paces,
      speed,
      uploadBytes: numberOf('upload', 0),
    },
  }))
  const { tookMs, failures, again, finished } = await inProcesses(orders)
  const line = (name: string, words: readonly string[]) =>
    `${name.padEnd(12)}${words.map((word) => word.padStart(10)).join('')}`
  console.log(line('', ['requests', 'half in', '95 %', '99 %', 'all in']))
  for (const [kind, ms] of Object.entries(tookMs)) {
    const within = [50, 95, 99].map((percent) => percentileOf(ms, percent))
    console.log(line(kind, [whole(ms.length), ...[...within, percentileOf(ms, 100)].map((one) => `${tenths(one)} ms`)]))
  }
  console.log(`${whole(finished)} of ${whole(learners)} learners finished; ${whole(again)} requests were sent a second time`)
  const most = await memory?.stop()
  if (most)
    console.log(
      `the server took ${tenths(most.beforeMb)} MB before and ${tenths(most.mostMb)} MB at most: ${tenths(((most.mostMb - most.beforeMb) * 1000) / learners)} kB for each learner`,
    )
  const reasons = Map.groupBy(failures, (failure) => failure)
  for (const [reason, all] of reasons) console.log(`failed, ${whole(all.length)} times: ${reason}`)
  process.exitCode = failures.length === 0 ? 0 : 1
}

await (folder === undefined ? load(first.replace(/\/$/, '')) : prepare(folder))
