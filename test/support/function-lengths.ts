import { parseSync, Visitor } from 'vite'

/** A function and how many lines it takes, from its signature to its end; functions within it count too. */
export interface FunctionLength {
  line: number
  length: number
}

/** Measures the functions of a source file. The extension of `path` determines its language. */
export function measureFunctions(path: string, source: string): FunctionLength[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`)
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length
  const functions: FunctionLength[] = []
  const measure = ({ start, end }: { start: number; end: number }) => {
    const line = lineOf(start)
    functions.push({ line, length: lineOf(end) - line + 1 })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program)
  return functions
}
