import { faultKinds, isGuard } from '../fault-kinds.ts'
import type { Plan } from '../plan.ts'

/** What a run has beside its faults. */
const others = [
  'on sqlite',
  'on postgres',
  'plain exam',
  'checked exam',
  'routed exam',
  'course of SCORM',
  'course of cmi5',
  'course taken along',
  'file uploaded',
  'file removed',
  'document read',
  'service worker',
  'first visit',
  'exam finished',
  'exam left open',
] as const
type Other = (typeof others)[number]

/** What the few runs in real browsers have to have together: every fault but guards, which are in simulated time alone. */
export const traitsOfBrowsers: readonly string[] = [...faultKinds.filter((kind) => !isGuard(kind)), ...others]

/** Everything that a run of this plan shows. */
export const traitsOf = (plan: Plan): ReadonlySet<string> => {
  const { steps, end, atFinish, exam, isCourse, isCmi5, ending } = plan
  const does = (wanted: Plan['steps'][number]['act']['do']) => steps.some(({ act }) => act.do === wanted)
  const has: Readonly<Record<Other, boolean>> = {
    'on sqlite': plan.database === 'sqlite',
    'on postgres': plan.database === 'postgres',
    'plain exam': !isCourse && exam === 'plain',
    'checked exam': exam === 'checked',
    'routed exam': exam === 'routed',
    'course of SCORM': isCourse && !isCmi5,
    'course of cmi5': isCmi5,
    'course taken along': does('carry'),
    'file uploaded': does('upload'),
    'file removed': does('remove'),
    'document read': does('read'),
    'service worker': plan.serviceWorker,
    'first visit': plan.isFirstVisit,
    'exam finished': !isCourse && ending === 'finish',
    'exam left open': !isCourse && ending === 'leave',
  }
  const faults = [end?.kind, atFinish?.kind, ...steps.map(({ fault }) => fault?.kind)]
  return new Set([...others.filter((trait) => has[trait]), ...faults.filter((kind) => kind !== undefined)])
}

/** Those of the wanted ones that no plan has. */
export const missingTraits = (plans: readonly Plan[], wanted: readonly string[] = traitsOfBrowsers): string[] => {
  const shown = new Set(plans.flatMap((plan) => [...traitsOf(plan)]))
  return wanted.filter((trait) => !shown.has(trait))
}
