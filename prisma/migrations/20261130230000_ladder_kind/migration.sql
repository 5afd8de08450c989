-- A value of its own migration: it can be used only once it is committed.
-- AlterEnum
ALTER TYPE "run_kind" ADD VALUE 'ladder';
