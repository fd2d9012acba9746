import { configuration } from '@sitwell/contract'
import { route } from '../http/service.ts'
import { scormOrigin } from '../lms/scorm-address.ts'
import type { SiteContext } from './site-context.ts'

/** The start-up configuration. Addresses are whole, from the configured one or from the request's. */
export const configurationRoute = ({ config, ports }: Pick<SiteContext, 'config' | 'ports'>) =>
  route(configuration, async ({ request }) => {
    const origin = config.publicUrl ?? `${request.protocol}://${request.host}`
    return {
      ok: true,
      value: {
        ...config.playerSettings,
        scormServer: scormOrigin(config, ports, request),
        apiEndpointUrl: `${origin}/`,
        hubEndpointUrl: `${origin}/`,
        authenticationUrl: `${origin}/security`,
        activityLogger: config.activityLogger,
        useResetScheduleCheat: config.useResetScheduleCheat,
        useInactivityTimer: config.useInactivityTimer,
        appVersion: config.appVersion,
        productName: config.productName,
        pingInterval: config.pingIntervalMs,
        ...(config.adminUrl && { adminUrl: config.adminUrl }),
      },
    }
  })
