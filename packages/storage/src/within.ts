/** What it comes to, or an error with this message after this many milliseconds; it continues anyway. */
export const within = async <T>(ms: number, working: Promise<T>, message: string): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${message} in ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([working, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
