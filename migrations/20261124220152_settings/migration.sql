CREATE TABLE "consent_texts" (
	"hash" text PRIMARY KEY,
	"language" text NOT NULL,
	"sentence" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_revisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"number" bigint UNIQUE GENERATED ALWAYS AS IDENTITY (sequence name "setting_revisions_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"reason" text NOT NULL,
	"undoes" uuid,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY,
	"value" jsonb,
	"version" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "setting_revisions_user_id" ON "setting_revisions" ("user_id");--> statement-breakpoint
ALTER TABLE "setting_revisions" ADD CONSTRAINT "setting_revisions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;