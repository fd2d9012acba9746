/**
 * Gives a function that does one thing after another: each begins once the one before has ended, well or not. What fails is told to who
 * asked for it, and to `onError`.
 */
export const oneByOne = (onError: (error: unknown) => void = () => {}) => {
  let latest: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = latest.then(work)
    latest = done.catch(onError)
    return done
  }
}
