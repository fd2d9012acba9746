/**
 * Milliseconds that somebody has for an exam by their schedule; undefined if it has no limit. The one place that says so before a sitting begins: what
 * a person gets in every exam is to be added here.
 */
export const timeOf = (
  examSeconds: number | null,
  { extra_time_seconds }: { readonly extra_time_seconds: number | null },
): number | undefined => (examSeconds === null ? undefined : (examSeconds + (extra_time_seconds ?? 0)) * 1000)
