type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment of a process that reads files of strangers or answers of learners: none of the server's secrets. It has the folder of compiled
 * sources, if the server has one, because compiling them takes most of the time of such a process.
 */
export const workerEnvironment = ({ NODE_COMPILE_CACHE: folder }: Environment = process.env): Record<string, string> =>
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
