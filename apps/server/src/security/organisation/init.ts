import { init } from '@sitwell/contract'
import { movedAway } from '../../http/moved-away.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../security-context.ts'
import { examOfAddress, organisationOfAddress } from './organisation-of-address.ts'
import { readOrganisations } from './organisations.ts'
import { selectOwnersOfExam } from './queries.ts'

/** Finds the organisation of an address. What it may say of it is listed field by field. */
export const initRoute = ({ database, config, moved }: Pick<SecurityContext, 'config' | 'database' | 'moved'>) =>
  route(init, async ({ body }) => {
    /** The only organisation that has the exam of an address; two may have taken the same package in. */
    const ownerOfExam = async <O extends { readonly orgId: number }>(address: string, organisations: readonly O[]) => {
      const examGuid = examOfAddress(address)
      const ids = organisations.map(({ orgId }) => orgId)
      const owners = examGuid === undefined ? [] : await selectOwnersOfExam(database, examGuid, ids)
      return owners.length === 1 ? organisations.find(({ orgId }) => orgId === owners[0]) : undefined
    }
    const organisations = await readOrganisations(database)
    const found = organisationOfAddress(body.url, organisations) ?? (await ownerOfExam(body.url, organisations))
    if (!found) return { ok: true, value: { success: false } }
    if (moved.has(found.orgId)) return movedAway()
    const proctorio = config.proctoring.get(found.orgId)?.proctorio
    return {
      ok: true,
      value: {
        success: true,
        orgID: found.orgId,
        urlToken: found.urlToken,
        name: found.name,
        logo: found.logo,
        appBarLogo: found.appBarLogo,
        languageID: found.languageId,
        languages: found.languages,
        primaryColour: found.primaryColour,
        secondaryColour: found.secondaryColour,
        enableForgottenPassword: found.enableForgottenPassword,
        legacySingleSignon: found.legacySingleSignon,
        adminUrl: found.adminUrl ?? config.adminUrl,
        loginOrigins: found.loginOrigins,
        themes: found.themes,
        supportedBrowsers: found.supportedBrowsers,
        proctoringMode: found.proctoringMode,
        proctoringType: found.proctoringType,
        ...(proctorio && { proctoringOrigin: proctorio.origin, proctoringDebug: proctorio.debug }),
        previewMode: found.previewMode,
        demoMode: found.demoMode,
        canDownloadResult: found.canDownloadResult,
      },
    }
  })
