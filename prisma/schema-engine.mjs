#!/usr/bin/env node
/**
 * Stands in for Prisma's native schema engine, which Prisma's CLI would download, even for `prisma generate`. The engine is on
 * npm as WebAssembly, too, and does the same work over a JavaScript database driver; this file puts it behind the interface
 * of the native one: JSON-RPC over standard input and output, and the subcommand `cli`. Only prisma.config.ts refers to it.
 *
 * docs/decisions/migrations.md says what it cannot do: it warns of no data loss, so read the SQL of a new migration.
 */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

/** PostgreSQL's oids of the catalog type "char" and of text. */
const CHAR_OID = 18
const TEXT_OID = 25

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { datamodels: { type: 'string', multiple: true }, datasource: { type: 'string' }, version: { type: 'boolean' } },
})
const databaseUrl = options.datasource && JSON.parse(options.datasource).url

/** `cli can-connect-to-database` and `cli create-database`: returns the exit code. */
async function runCommand(command) {
  const url = new URL(databaseUrl)
  const database = decodeURIComponent(url.pathname.slice(1))
  if (command === 'create-database') url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  try {
    await client.connect()
    if (command === 'create-database') await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`)
    return 0
  } catch (error) {
    const code = { '3D000': 'P1003', '28P01': 'P1000' }[error.code] ?? 'P1001'
    const message = code === 'P1003' ? `Database ${database} does not exist` : `Cannot use the database server: ${error.message}`
    console.error(JSON.stringify({ level: 'ERROR', fields: { message, error_code: code }, target: 'schema_engine::logger' }))
    return 1
  } finally {
    await client.end()
  }
}

/** Answers the CLI's requests, one JSON object a line, until the CLI closes standard input. */
async function serve() {
  let panic = ''
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      panic = message
    },
  }
  const file = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(readFileSync(file), { './schema_engine_bg.js': wasm })
  wasm.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()

  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    const { id, method, params } = JSON.parse(line)
    if (id === undefined || method === undefined) continue // the CLI's answer to our `print`
    panic = ''
    try {
      const result = await answer(method, params)
      // The native engine prints a diff by asking the CLI to; the WebAssembly one returns it.
      if (method === 'diff' && result.stdout) send({ id: 100_000 + id, method: 'print', params: { content: result.stdout } })
      send({ id, result: result ?? {} })
    } catch (error) {
      const data = {
        is_panic: false,
        message: panic || (error.message ?? String(error)),
        meta: error.meta ?? null,
        error_code: error.code ?? null,
      }
      send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } })
    }
  }
  process.exit() // the engine leaves pools open
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

async function answer(method, params) {
  switch (method) {
    case 'getDatabaseVersion':
      return (await newEngine()).version(params)
    // On PostgreSQL the WebAssembly engine fails in these two for want of a shadow database. What they ask for is the difference
    // from the migrations to the schema.
    case 'evaluateDataLoss': {
      const { exitCode } = await diffToSchema(params)
      return { migrationSteps: exitCode === 2 ? 1 : 0, unexecutableSteps: [], warnings: [] }
    }
    case 'createMigration': {
      const { exitCode, stdout } = await diffToSchema(params)
      const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
      return {
        connectorType: 'postgresql',
        extension: 'sql',
        migrationScript: exitCode === 2 || params.draft ? (stdout ?? '') : null,
        generatedMigrationName: `${stamp}_${params.migrationName || 'migration'}`,
      }
    }
    default:
      return (await newEngine())[method](params)
  }
}

async function diffToSchema({ migrationsList, schema, filters }) {
  const lockfile = { ...migrationsList.lockfile, content: migrationsList.lockfile.content ?? 'provider = "postgresql"\n' }
  return (await newEngine()).diff({
    from: { tag: 'migrations', ...migrationsList, lockfile },
    to: { tag: 'schemaDatamodel', ...schema },
    script: true,
    exitCode: true,
    filters,
  })
}

/** An engine a request: it can make a shadow database only once. */
function newEngine() {
  const datamodels = options.datamodels?.map((file) => [file, readFileSync(file, 'utf8')])
  const adapters = bindMigrationAwareSqlAdapterFactory(new AdapterFactory({ connectionString: databaseUrl }))
  return wasm.SchemaEngine.new({ datamodels }, () => {}, adapters)
}

/** Prisma's PostgreSQL adapters, mended where the schema engine needs more of them than queries do. */
class AdapterFactory extends PrismaPg {
  async connect() {
    return mended(await super.connect())
  }

  /**
   * A database made for this request. The original keeps `connectionString`, which names the main database and wins: migrations
   * would be replayed there, over real data.
   */
  async connectToShadowDb() {
    const main = await this.connect()
    const database = `prisma_migrate_shadow_db_${crypto.randomUUID()}`
    await main.executeScript(`CREATE DATABASE "${database}"`)
    const url = new URL(databaseUrl)
    url.pathname = `/${database}`
    const shadow = await new AdapterFactory({ connectionString: url.href }).connect()
    const dispose = shadow.dispose.bind(shadow)
    shadow.dispose = async () => {
      await dispose()
      await main.executeScript(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`)
      await main.dispose()
    }
    return shadow
  }
}

function mended(adapter) {
  readCharColumns(adapter)
  const startTransaction = adapter.startTransaction.bind(adapter)
  adapter.startTransaction = async (isolationLevel) => {
    const transaction = await startTransaction(isolationLevel)
    readCharColumns(transaction)
    return transaction
  }
  // The original cuts a script at every semicolon, also inside the body of a function.
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script)
    } catch (error) {
      adapter.onError(error)
    }
  }
  return adapter
}

/** Columns of the catalogs' type "char", which the adapter does not know: shown to it as text, to the engine as characters. */
function readCharColumns(queryable) {
  const queryRaw = queryable.queryRaw
  queryable.queryRaw = async (query) => {
    let charColumns = []
    const performIO = async (asked) => {
      const result = await queryable.performIO(asked)
      charColumns = result.fields.map((field) => field.dataTypeID === CHAR_OID)
      const fields = result.fields.map(({ name, dataTypeID }) => ({
        name,
        dataTypeID: dataTypeID === CHAR_OID ? TEXT_OID : dataTypeID,
      }))
      return { fields, rows: result.rows }
    }
    const result = await queryRaw.call(Object.create(queryable, { performIO: { value: performIO } }), query)
    const columnTypes = result.columnTypes.map((type, i) => (charColumns[i] ? ColumnTypeEnum.Character : type))
    return { ...result, columnTypes }
  }
}

if (options.version) console.log('schema-engine-cli wasm')
else if (positionals[0] === 'cli') process.exitCode = await runCommand(positionals[1])
else await serve()
