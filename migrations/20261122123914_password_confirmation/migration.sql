CREATE TABLE "sensitive_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"subject" jsonb NOT NULL,
	"outcome" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "password_confirmed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "sessions" SET "password_confirmed_at" = "created_at";--> statement-breakpoint
CREATE INDEX "sensitive_actions_at" ON "sensitive_actions" ("at");--> statement-breakpoint
CREATE INDEX "sensitive_actions_user_id" ON "sensitive_actions" ("user_id");--> statement-breakpoint
ALTER TABLE "sensitive_actions" ADD CONSTRAINT "sensitive_actions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;