import { type OpenMetricsContentType, Registry } from 'prom-client'

/** Figures of one server, in the form of OpenMetrics. */
export const openMetricsRegister = (): Registry => {
  const register = new Registry<OpenMetricsContentType>()
  register.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  // Boundary: the library's own metrics ask for a register of the older form, and write themselves in either.
  return register as unknown as Registry
}

/** The media type of what such registers write. */
export const figuresType: string = Registry.OPENMETRICS_CONTENT_TYPE
