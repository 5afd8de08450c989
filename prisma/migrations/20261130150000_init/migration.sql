-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "role" AS ENUM ('player', 'admin');

-- CreateEnum
CREATE TYPE "run_kind" AS ENUM ('daily');

-- CreateEnum
CREATE TYPE "outcome" AS ENUM ('won', 'given_up', 'superseded', 'closed');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "name" TEXT,
    "name_key" TEXT,
    "role" "role" NOT NULL DEFAULT 'player',
    "password_hash" TEXT,
    "recovery_digest" TEXT,
    "locale" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dailies" (
    "day" VARCHAR(10) NOT NULL,
    "deal" INTEGER NOT NULL,
    "solution" TEXT NOT NULL,
    "drawn_at" TIMESTAMPTZ(3) NOT NULL,
    "opens_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "closes_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "dailies_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "runs" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "run_kind" NOT NULL,
    "day" VARCHAR(10),
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "score" INTEGER,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stages" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "deal" INTEGER NOT NULL,
    "variant" TEXT NOT NULL,
    "undo_limit" INTEGER,
    "revealed_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline" TIMESTAMPTZ(3) NOT NULL,
    "claim" TEXT,
    "events" TEXT NOT NULL DEFAULT '',
    "event_count" INTEGER NOT NULL DEFAULT 0,
    "arrived_ms" INTEGER NOT NULL DEFAULT 0,
    "late_events" INTEGER NOT NULL DEFAULT 0,
    "hint_line" TEXT,

    CONSTRAINT "stages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stage_results" (
    "stage_id" UUID NOT NULL,
    "outcome" "outcome" NOT NULL,
    "won" BOOLEAN NOT NULL,
    "home" INTEGER NOT NULL,
    "moves" INTEGER NOT NULL,
    "undos" INTEGER NOT NULL,
    "hints" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,
    "score" INTEGER NOT NULL,
    "time_ms" INTEGER NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "listed" BOOLEAN NOT NULL,
    "coins" INTEGER NOT NULL,
    "streak" INTEGER NOT NULL,

    CONSTRAINT "stage_results_pkey" PRIMARY KEY ("stage_id")
);

-- CreateTable
CREATE TABLE "late_results" (
    "stage_id" UUID NOT NULL,
    "events" TEXT NOT NULL,
    "moves" INTEGER NOT NULL,
    "undos" INTEGER NOT NULL,
    "hints" INTEGER NOT NULL,
    "score" INTEGER NOT NULL,
    "time_ms" INTEGER NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "coins" INTEGER NOT NULL,
    "streak" INTEGER NOT NULL,

    CONSTRAINT "late_results_pkey" PRIMARY KEY ("stage_id")
);

-- CreateTable
CREATE TABLE "daily_entries" (
    "day" VARCHAR(10) NOT NULL,
    "user_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "won" BOOLEAN NOT NULL,
    "score" INTEGER NOT NULL,
    "time_ms" INTEGER NOT NULL,
    "moves" INTEGER NOT NULL,
    "undos" INTEGER NOT NULL,
    "hints" INTEGER NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "daily_entries_pkey" PRIMARY KEY ("day","user_id")
);

-- CreateTable
CREATE TABLE "daily_solves" (
    "user_id" UUID NOT NULL,
    "day" VARCHAR(10) NOT NULL,
    "stage_id" UUID NOT NULL,
    "late" BOOLEAN NOT NULL,
    "solved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "daily_solves_pkey" PRIMARY KEY ("user_id","day")
);

-- CreateTable
CREATE TABLE "postings" (
    "user_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "coins" INTEGER NOT NULL,
    "posted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "postings_pkey" PRIMARY KEY ("user_id","reason")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" TIMESTAMPTZ(3),

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_name_key_key" ON "users"("name_key");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "runs_day_due_at_idx" ON "runs"("day", "due_at");

-- CreateIndex
CREATE INDEX "runs_due_at_idx" ON "runs"("due_at");

-- CreateIndex
CREATE UNIQUE INDEX "runs_user_id_day_attempt_key" ON "runs"("user_id", "day", "attempt");

-- CreateIndex
CREATE UNIQUE INDEX "stages_run_id_number_key" ON "stages"("run_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "daily_entries_run_id_key" ON "daily_entries"("run_id");

-- CreateIndex
CREATE INDEX "daily_entries_order" ON "daily_entries"("day", "score" DESC, "time_ms", "ended_at", "run_id");

-- CreateIndex
CREATE INDEX "daily_solves_day_idx" ON "daily_solves"("day");

-- CreateIndex
CREATE INDEX "postings_user_id_posted_at_idx" ON "postings"("user_id", "posted_at");

-- CreateIndex
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_day_fkey" FOREIGN KEY ("day") REFERENCES "dailies"("day") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stages" ADD CONSTRAINT "stages_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stage_results" ADD CONSTRAINT "stage_results_stage_id_fkey" FOREIGN KEY ("stage_id") REFERENCES "stages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "late_results" ADD CONSTRAINT "late_results_stage_id_fkey" FOREIGN KEY ("stage_id") REFERENCES "stages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "daily_entries" ADD CONSTRAINT "daily_entries_day_fkey" FOREIGN KEY ("day") REFERENCES "dailies"("day") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "daily_entries" ADD CONSTRAINT "daily_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "daily_entries" ADD CONSTRAINT "daily_entries_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "daily_solves" ADD CONSTRAINT "daily_solves_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "daily_solves" ADD CONSTRAINT "daily_solves_day_fkey" FOREIGN KEY ("day") REFERENCES "dailies"("day") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "postings" ADD CONSTRAINT "postings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


