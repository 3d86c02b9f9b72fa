ALTER TABLE "erased_cohorts" ADD COLUMN "started" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "erased_cohorts" ADD COLUMN "activated" integer DEFAULT 0 NOT NULL;