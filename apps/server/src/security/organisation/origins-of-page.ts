import type { MayBesides } from '../../http/security-headers.ts'
import type { SecurityContext } from '../security-context.ts'
import { orgOfPass } from './monitor-pass.ts'
import type { organisationOfPage } from './organisations.ts'

const httpOriginOf = (address: string | undefined) => {
  const url = address === undefined ? null : URL.parse(address)
  // A semicolon is allowed in a host's name, and would begin another directive of the policy.
  return url && /^https?:\/\/[\w.:[\]-]+$/.test(url.origin) ? [url.origin] : []
}

/**
 * Which other sites have to do with a page: the admin site of the organisation whose address it is, where its administrators are
 * sent to one (spec 1 §6), and the page of its proctoring provider, which shows the exam in a frame. An address that is nobody's, as
 * that of a signed-in area, may be any organisation's. The integrity monitor's script may run where the page was opened with a pass.
 */
export const originsOfPage = (
  { config, keys, clock }: Pick<SecurityContext, 'config' | 'keys' | 'clock'>,
  address: string,
  { found, all }: Awaited<ReturnType<typeof organisationOfPage>>,
): MayBesides => {
  const concerned = found ? [found] : all
  const sites = concerned.filter((one) => one.legacySingleSignon)
  const passed = orgOfPass(keys, address, clock.nowMs())
  const monitor = passed === undefined ? undefined : config.proctoring.get(passed)?.integrityAdvocate
  const unique = (origins: readonly string[]) => [...new Set(origins)]
  return {
    frames: unique(sites.flatMap((one) => httpOriginOf(one.adminUrl ?? config.adminUrl))),
    framedBy: unique(concerned.flatMap(({ orgId }) => httpOriginOf(config.proctoring.get(orgId)?.proctorio?.origin))),
    scripts: httpOriginOf(monitor?.address),
  }
}
