/** Milliseconds as SCORM 1.2 writes a time span: `HHHH:MM:SS`. */
export const asTimespan = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** Milliseconds as SCORM 2004 writes a duration: `PT90S`. */
export const asDuration = (ms: number): string => `PT${Math.round(ms / 1000)}S`
