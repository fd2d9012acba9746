/** What a learner said of their drawing, with nothing else of it looked at; '' where that can't be read. */
export const saidOf = (value: string): string => {
  try {
    return String(JSON.parse(value).said ?? '')
  } catch {
    return ''
  }
}
