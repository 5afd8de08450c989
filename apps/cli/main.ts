/**
 * The engine and the solver on the command line, JSON out:
 *
 *     npm run -s speedcell -- deal 617
 *     npm run -s speedcell -- replay --lines < logs.jsonl
 */
import { BAD_INPUT, BadInput, type Command, FAILED } from './command.ts'
import { deal } from './deal.ts'
import { flagged } from './flagged.ts'
import { pool } from './pool.ts'
import { rebuild } from './rebuild.ts'
import { replay } from './replay.ts'
import { role } from './role.ts'
import { solve } from './solve.ts'

const COMMANDS: readonly Command[] = [deal, replay, solve, pool, rebuild, role, flagged]

const HELP = `Usage: speedcell COMMAND …

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(9)}${summary}`).join('\n')}

speedcell COMMAND --help says more. Errors go to standard error: exit code ${BAD_INPUT} for bad input, ${FAILED} for anything else.`

async function main([name, ...args]: string[]): Promise<void> {
  if (name === '--help' || name === '-h' || name === 'help') return console.log(HELP)
  if (name === undefined) throw new BadInput(`give a command\n\n${HELP}`)
  const command = COMMANDS.find((each) => each.name === name)
  if (command === undefined) throw new BadInput(`there is no command "${name}"\n\n${HELP}`)
  if (args.includes('--help') || args.includes('-h')) return console.log(`Usage: speedcell ${command.name} ${command.usage}`)
  await command.run(args)
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Ends with the error's sentence and exit code; quietly, if only the reader of the output has gone. */
function fail(error: unknown): void {
  if (codeOf(error) === 'EPIPE') process.exit(0)
  const bad = error instanceof BadInput || codeOf(error).startsWith('ERR_PARSE_ARGS')
  console.error(`speedcell: ${error instanceof Error ? error.message : error}`)
  process.exitCode = bad ? BAD_INPUT : FAILED
}

process.stdout.on('error', fail)
await main(process.argv.slice(2)).catch(fail)
